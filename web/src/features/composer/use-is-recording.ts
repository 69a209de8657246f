import type { ChatId } from '@chat-app/contract';
import { useVoiceRecordings } from '../../state/voice-recordings.ts';

export function useIsRecording(chatId: ChatId): boolean {
  return useVoiceRecordings(({ byChat }) => ['held', 'locked'].includes(byChat[chatId]?.shows ?? ''));
}
