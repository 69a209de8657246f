import type { ChatId } from '@chat-app/contract';
import { createSessionStore } from './session-state.ts';

/** What the composer shows of the recording in a chat: while a finger holds it, while it needs none, or how to record. */
interface ShownRecording {
  readonly shows: 'held' | 'locked' | 'hint' | 'nothing';
  /** For screen readers. */
  readonly status: string;
}

interface VoiceRecordings {
  readonly byChat: Readonly<Record<ChatId, ShownRecording | undefined>>;
}

/** The code that records is loaded with the first recording; this much is known before. */
export const useVoiceRecordings = createSessionStore<VoiceRecordings>(() => ({ byChat: {} }));

export function showRecording(chatId: ChatId, shown: ShownRecording): void {
  useVoiceRecordings.setState(({ byChat }) => ({ byChat: { ...byChat, [chatId]: shown } }));
}
