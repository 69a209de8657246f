import { limits } from '@chat-app/contract';
import { useState } from 'react';
import type { RefObject } from 'react';
import { useCreateChat } from '../../api/chats.ts';
import type { OpensChat } from '../../api/chats.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { inputClasses } from '../../ui/text-field.tsx';
import { FriendPicker } from './friend-picker.tsx';

interface CreateChatDialogProps extends OpensChat {
  isOpen: boolean;
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

const hint = 'Choose one friend, or more for a group';

export function CreateChatDialog({ onOpenChat, ...dialog }: CreateChatDialogProps) {
  return (
    <Dialog title="Create new chat" description={hint} {...dialog}>
      <NewChat
        onOpenChat={(chatId) => {
          dialog.onClose();
          onOpenChat(chatId);
        }}
      />
    </Dialog>
  );
}

function NewChat({ onOpenChat }: OpensChat) {
  const create = useCreateChat({ onOpenChat });
  const [name, setName] = useState('');
  return (
    <FriendPicker
      submitLabel="Create"
      isBusy={create.isPending}
      onSubmit={(members) => {
        const isNamed = members.length > 1 && name.trim() !== '';
        create.mutate({ members, ...(isNamed && { name }) });
      }}
      renderNote={(selectedCount) =>
        selectedCount < 2 ? (
          <p className="text-13 text-muted">{hint}</p>
        ) : (
          <input
            aria-label="Group name"
            placeholder="Group name (optional)"
            autoComplete="off"
            maxLength={limits.inputMaxLength}
            value={name}
            onChange={({ target }) => setName(target.value)}
            className={inputClasses}
          />
        )
      }
    />
  );
}
