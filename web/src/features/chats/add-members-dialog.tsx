import type { ChatId } from '@chat-app/contract';
import type { RefObject } from 'react';
import { useAddMembers, useChat } from '../../api/chats.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FriendPicker } from './friend-picker.tsx';

interface AddMembersDialogProps {
  chatId: ChatId;
  isOpen: boolean;
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

export function AddMembersDialog({ chatId, ...dialog }: AddMembersDialogProps) {
  const { data: chat } = useChat(chatId);
  const add = useAddMembers(chatId);
  return (
    <Dialog title="Add members" description="Choose friends to add to this chat" {...dialog}>
      <FriendPicker
        excludedIds={chat?.members.map(({ _id }) => _id) ?? []}
        submitLabel="Add"
        isBusy={add.isPending}
        onSubmit={(ids) => add.mutate(ids, { onSuccess: dialog.onClose })}
      />
    </Dialog>
  );
}
