import { callTexts } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { useChat } from '../../../api/chats.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface SwitchCallDialogProps {
  otherChatId: ChatId;
  onSwitch: () => void;
  onCancel: () => void;
}

/** A user can be in one call at a time. Names the current call and offers to switch to this one. */
export function SwitchCallDialog({ otherChatId, onSwitch, onCancel }: SwitchCallDialogProps) {
  return (
    <ConfirmDialog
      question={useOtherCallText(otherChatId)}
      details={callTexts.switchDetails}
      confirmLabel={callTexts.switchCall}
      isOpen
      isDestructive={false}
      onConfirm={onSwitch}
      onCancel={onCancel}
    />
  );
}

/** Omits the name if the user can no longer see the chat. */
export function useOtherCallText(otherChatId: ChatId): string {
  const { data: other } = useChat(otherChatId);
  return other ? callTexts.inCallIn(other.name) : callTexts.inOtherCall;
}
