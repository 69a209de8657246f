import type { UserId } from '@chat-app/contract';
import type { AudioPath } from '../../session/call-events.ts';

/** What a tile says about a participant. */
export interface StagePerson {
  readonly id: UserId;
  readonly name: string;
  readonly avatar: string;
  readonly path: AudioPath;
  readonly isSpeaking: boolean;
  readonly isMuted: boolean;
  readonly isSharing: boolean;
  readonly isCameraOn: boolean;
  readonly volume: number;
}
