import type { ChatId } from '@chat-app/contract';
import { useMessageEdit } from '../../state/message-edits.ts';
import { useVoiceRecordings } from '../../state/voice-recordings.ts';

/** Whether a recording is shown in place of the field. While a message is edited, it waits. */
export function useIsRecording(chatId: ChatId): boolean {
  const isEditing = useMessageEdit(chatId) !== null;
  const isShown = useVoiceRecordings(({ byChat }) => ['held', 'locked'].includes(byChat[chatId]?.shows ?? ''));
  return isShown && !isEditing;
}
