import type { Ack } from '@chat-app/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { connect } from '../../../../test/connect.ts';
import { chatServer } from '../../../../test/stand-in-chat-server.ts';
import type { ChatSocket } from '../../../lib/socket.ts';
import type { TransferEvent } from '../session/transfer-events.ts';
import { emitSignal } from './emit-signal.ts';

type What = Parameters<typeof emitSignal>[0]['what'];

const files = [{ name: 'film.mkv', size: 5 }];
let socket: ChatSocket;

beforeEach(async () => {
  vi.useFakeTimers();
  ({ socket } = await connect(asId('me')));
});

const emit = (what: What, peer = 'bob') => emitSignal({ socket, peerId: asId(peer), what, files });
const refusal = (code: Extract<Ack, { ok: false }>['code']): Ack => ({ ok: false, code, message: `It is ${code}` });

const refusals: [What, Parameters<typeof refusal>[0], TransferEvent | null][] = [
  ['request', 'peer_offline', { type: 'server-error', message: 'It is peer_offline' }],
  ['request', 'peer_busy', { type: 'server-error', message: 'It is peer_busy' }],
  ['request', 'rate_limited', { type: 'server-error', message: 'It is rate_limited' }],
  ['request', 'unavailable', { type: 'request-failed', message: 'It is unavailable' }],
  ['request', 'internal', { type: 'request-failed', message: 'It is internal' }],
  ['accept', 'not_found', { type: 'accept-refused' }],
  ['accept', 'unavailable', { type: 'accept-refused' }],
  ['resume', 'not_found', { type: 'resume-refused' }],
  ['resume', 'unavailable', null],
  ['reject', 'not_found', null],
  ['cancel', 'not_found', null],
  ['done', 'internal', null],
];
test('[TRF-203] what follows from a refusal is decided by its code', async () => {
  const decided: unknown[] = [];
  for (const [what, code] of refusals) {
    chatServer.answer = () => refusal(code);
    // oxlint-disable-next-line no-await-in-loop -- the server answers one after the other
    decided.push([what, code, await emit(what)]);
  }
  expect(decided).toEqual(refusals);
});

test('[TRF-203] of transfers that resume at the same time each gets its own refusal', async () => {
  chatServer.answer = ([, peerId]) => (peerId === 'cid' ? refusal('not_found') : { ok: true });
  const answers = await Promise.all(['bob', 'cid', 'dan'].map((peerId) => emit('resume', peerId)));
  expect(answers).toEqual([null, { type: 'resume-refused' }, null]);
});

test('[TRF-203] an event left unanswered by a lost connection has no consequence', async () => {
  chatServer.answer = () => null;
  const answers = [emit('request'), emit('accept'), emit('resume')];
  await chatServer.cut();
  expect(await Promise.all(answers)).toEqual([null, null, null]);
});

const timeouts: [What, TransferEvent | null][] = [
  ['request', { type: 'request-failed', message: 'The server did not answer. Please try again.' }],
  ['accept', null],
  ['resume', null],
  ['cancel', null],
];
test('[TRF-203] only a request that is not answered on a live connection has failed', async () => {
  chatServer.answer = () => null;
  const answers = timeouts.map(async ([what]) => [what, await emit(what)]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await Promise.all(answers)).toEqual(timeouts);
});
