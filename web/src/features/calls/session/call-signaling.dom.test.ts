import type { Ack, UserId } from '@chat-app/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { connect } from '../../../../test/connect.ts';
import { chatServer } from '../../../../test/stand-in-chat-server.ts';
import { setCurrentSocket } from '../../../api/socket.live.ts';
import { setConnection } from '../../../state/connection.ts';
import type { CallEvent } from './call-events.ts';
import { openCallSignaling } from './call-signaling.ts';
import type { CallSignaling } from './call-signaling.ts';

let signaling: CallSignaling;
const events: CallEvent[] = [];
const received = (type: CallEvent['type']) => events.filter((event) => event.type === type);
const sent = (type: string) => chatServer.heard.filter(([name]) => name === type);

beforeEach(async () => {
  events.length = 0;
  vi.useFakeTimers();
  const ignore = () => {};
  setCurrentSocket((await connect(asId('me'))).socket);
  setConnection({ phase: 'connected' });
  const callbacks = { onEvent: (event: CallEvent) => void events.push(event), onChunk: ignore, onSignal: ignore };
  signaling = openCallSignaling({ chatId: asId('here'), leaveCallIn: null, ...callbacks });
  signaling.start();
});
afterEach(() => signaling.close());

test.each([
  ['refuses it', { ok: false, code: 'not_found', message: 'No such call' } as const, 1],
  ['is unavailable', { ok: false, code: 'unavailable', message: 'Try again later' } as const, 4],
])('[CALL-425] the call learns that the server %s', async (_what, answer, attemptCount) => {
  chatServer.answer = () => answer;
  signaling.announceMedia({ isCameraOn: true, isScreenShared: false });
  await vi.advanceTimersByTimeAsync(30_000);
  expect([sent('callMedia').length, received('media-refused').length]).toEqual([attemptCount, 1]);
});

test('[CALL-200] the answer to a join request names the call of another chat', async () => {
  const message = 'You are in another call';
  const answer: Ack = { ok: false, code: 'in_other_call', message, chatId: asId('elsewhere') };
  chatServer.answer = () => answer;
  signaling.join(asId('me'));
  await vi.advanceTimersByTimeAsync(10);
  expect(received('join-refused')).toEqual([{ type: 'join-refused', message, otherChatId: 'elsewhere' }]);
});

test.each([
  ['once when the participants are listed instead', ['me', 'bob'], 1, 0],
  ['four times when they are others', ['bob'], 4, 1],
])('[CALL-209] an unanswered join request is sent %s', async (_times, ids, requestCount, refusalCount) => {
  chatServer.answer = () => null;
  signaling.join(asId('me'));
  await chatServer.emit('callingUsers', ids.map(asId<UserId>), asId('here'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent('joinVoiceRoom').length, received('join-refused').length]).toEqual([requestCount, refusalCount]);
});
