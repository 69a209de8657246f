import type { ChatId } from '@chat-app/contract';
import type { RefObject } from 'react';
import { useCreateChat } from '../../api/chats.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FriendPicker } from './friend-picker.tsx';

interface CreateChatDialogProps {
  isOpen: boolean;
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
  onOpenChat: (chatId: ChatId) => void;
}

export function CreateChatDialog({ onOpenChat, ...dialog }: CreateChatDialogProps) {
  const create = useCreateChat({
    onOpened: (chatId) => {
      dialog.onClose();
      onOpenChat(chatId);
    },
  });
  return (
    <Dialog title="Create new chat" description="Choose one friend for a chat of two, or more for a group" {...dialog}>
      <FriendPicker submitLabel="Create" isBusy={create.isPending} onSubmit={(ids) => create.mutate(ids)} />
    </Dialog>
  );
}
