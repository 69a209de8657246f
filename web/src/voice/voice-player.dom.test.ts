import type { Message } from '@chat-app/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { aMessage, idOf, mine } from '../../test/chats.ts';
import { standInForAudio } from '../../test/stand-in-audio.ts';
import type { StandInAudio } from '../../test/stand-in-audio.ts';
import { dropChat } from '../api/chats.ts';
import { beginLog, messagesKey, withoutMessage } from '../api/message-log.ts';
import type { MessageLog } from '../api/message-log.ts';
import { useVoicePlayback } from '../state/voice-playback.ts';
import { trackOf } from './next-voice.ts';
import type * as Player from './voice-player.ts';

let player: typeof Player;
let audio: StandInAudio;

beforeAll(async () => {
  const elements = standInForAudio();
  // The element is created with the module, which another file may have loaded already.
  const instance: string = './voice-player.ts?with-stand-in';
  player = (await import(instance)) as typeof Player;
  vi.unstubAllGlobals();
  [audio] = elements as [StandInAudio];
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => player.closeVoice());

const aVoice = (seq: number, fields: Partial<Message> = {}) =>
  aMessage(1, seq, { type: 'voice', content: 'Voice message', url: `blob:${seq}`, durationMs: 60_000, ...fields });

function trackFor(message: Message) {
  const track = trackOf(message);
  if (!track) throw new Error('not playable');
  return track;
}

test('[VOI-33] the position of a message does not move before it plays', () => {
  player.playVoice(trackFor(aVoice(1)));
  player.cueVoice(trackFor(aVoice(2)), 30_000, null);
  audio.currentTime = 7;
  vi.advanceTimersByTime(1_000);
  expect(useVoicePlayback.getState().positionMs).toBe(30_000);
});

const outgoing = aVoice(0, { _id: asId('c1'), clientId: asId('c1'), seq: 5, sender: mine });
const sent = aVoice(5, { clientId: asId('c1'), sender: mine });

function openChat(...messages: Message[]) {
  const client = new QueryClient();
  const change = (next: (log: MessageLog) => MessageLog) => {
    const log = client.getQueryData<MessageLog>(messagesKey(sent.chatId)) ?? beginLog([], { hasOlder: false, head: 0 });
    client.setQueryData(messagesKey(sent.chatId), next(log));
  };
  change(() => beginLog(messages, { hasOlder: false, head: messages.length }));
  return { client, change };
}

test('[VOI-33] a message that is deleted falls silent, and so does a chat that is gone', () => {
  const { client, change } = openChat(aVoice(1), aVoice(3));
  player.playVoice(trackFor(aVoice(1)), { client });
  change((log) => withoutMessage(log, aVoice(2)._id));
  expect(audio.isPlaying).toBe(true);
  change((log) => withoutMessage(log, aVoice(1)._id));
  expect([audio.isPlaying, useVoicePlayback.getState().track]).toEqual([false, null]);
  player.playVoice(trackFor(aVoice(3)), { client });
  dropChat(client, idOf(2));
  expect(audio.isPlaying).toBe(true);
  dropChat(client, idOf(1));
  expect(audio.isPlaying).toBe(false);

  // So does one that was played before it was sent.
  player.playVoice(trackFor(outgoing), { client });
  change(() => beginLog([sent], { hasOlder: false, head: 5 }));
  expect(audio.isPlaying).toBe(true);
  change((log) => withoutMessage(log, sent._id));
  expect(audio.isPlaying).toBe(false);
});

test('[VOI-20] the next message follows, also where own messages have no clientId', () => {
  const { client } = openChat(aVoice(1, { sender: mine }), aVoice(2), aVoice(3));
  player.playVoice(trackFor(aVoice(2)), { client });
  audio.dispatchEvent(new Event('ended'));
  expect(useVoicePlayback.getState().track?.message?.seq).toBe(3);
});
