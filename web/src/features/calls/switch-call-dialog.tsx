import { callTexts } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { useChat } from '../../api/chats.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface SwitchCallDialogProps {
  otherChatId: ChatId;
  onSwitch: () => void;
  onCancel: () => void;
}

/** One person is in one call at a time: says where, and offers to come here. */
export function SwitchCallDialog({ otherChatId, onSwitch, onCancel }: SwitchCallDialogProps) {
  return (
    <ConfirmDialog
      question={useWhereInCall(otherChatId)}
      details={callTexts.switchDetails}
      confirmLabel={callTexts.switchCall}
      isOpen
      isDestructive={false}
      onConfirm={onSwitch}
      onCancel={onCancel}
    />
  );
}

/** Without the name of a chat that we cannot see any more. */
export function useWhereInCall(otherChatId: ChatId): string {
  const { data: other } = useChat(otherChatId);
  return other ? callTexts.inCallIn(other.name) : callTexts.inOtherCall;
}
