import type { Message } from '@chat-app/contract';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { aMessage } from '../../test/chats.ts';
import { standInForAudio } from '../../test/stand-in-audio.ts';
import type { StandInAudio } from '../../test/stand-in-audio.ts';
import { useVoicePlayback } from '../state/voice-playback.ts';
import { trackOf } from './next-voice.ts';
import type * as Player from './voice-player.ts';

let player: typeof Player;
let audio: StandInAudio;

beforeAll(async () => {
  const elements = standInForAudio();
  // The element is created with the module.
  player = await import('./voice-player.ts');
  vi.unstubAllGlobals();
  const [element] = elements;
  if (!element) throw new Error('no element');
  audio = element;
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  player.closeVoice();
  vi.useRealTimers();
});

const aVoice = (seq: number, fields: Partial<Message> = {}) =>
  aMessage(1, seq, { type: 'voice', content: 'Voice message', url: `blob:${seq}`, durationMs: 60_000, ...fields });

function trackFor(message: Message) {
  const track = trackOf(message);
  if (!track) throw new Error('not playable');
  return track;
}

test('the position of a message does not move before it plays', () => {
  player.playVoice(trackFor(aVoice(1)));
  player.cueVoice(trackFor(aVoice(2)), 30_000, null);
  audio.currentTime = 7;
  vi.advanceTimersByTime(1_000);
  expect(useVoicePlayback.getState().positionMs).toBe(30_000);
});
