import type { Message } from '@chat-app/contract';
import { createSessionStore } from './session-state.ts';

/** A sound that is played: a voice message, or a recording before it is sent. */
export interface VoiceTrack {
  readonly key: string;
  readonly src: string;
  /** What the sender says; the real length is known once the sound is loaded. */
  readonly durationMs: number;
  /** Null for a recording before it is sent. */
  readonly message: Message | null;
}

export interface VoicePlayback {
  readonly track: VoiceTrack | null;
  readonly phase: 'loading' | 'playing' | 'paused' | 'failed';
  readonly positionMs: number;
  readonly durationMs: number;
}

/** The code that plays is loaded with the first voice message; this much is known before. */
export const useVoicePlayback = createSessionStore<VoicePlayback>(() => ({
  track: null,
  phase: 'paused',
  positionMs: 0,
  durationMs: 0,
}));

/** Stops what plays if it is gone, with everything that could stop it. The player follows. */
export function endPlayback(isGone: (track: VoiceTrack) => boolean): void {
  const { track } = useVoicePlayback.getState();
  if (track && isGone(track)) useVoicePlayback.setState(useVoicePlayback.getInitialState(), true);
}

/** The same message before and after it is sent. */
export function voiceKey({ _id, sender, clientId }: Message): string {
  return sender?.isMine && clientId !== undefined ? clientId : _id;
}
