import type { Ack, SessionDescription } from '@chat-app/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { connect } from '../../../../test/connect.ts';
import { chatServer } from '../../../../test/stand-in-chat-server.ts';
import { haveAgreed, StandInPeerConnection } from '../../../../test/stand-in-peer-connection.ts';
import type { ChatSocket } from '../../../lib/socket.ts';
import type { TransferEvent } from '../session/transfer-events.ts';
import { emitSignal } from './emit-signal.ts';
import { PeerLink } from './peer-link.ts';

beforeEach(() => {
  vi.useFakeTimers();
  StandInPeerConnection.reset();
  vi.stubGlobal('RTCPeerConnection', StandInPeerConnection);
});

const { instances } = StandInPeerConnection;
const passTime = (ms = 20) => vi.advanceTimersByTimeAsync(ms);

function openLink(role: 'sender' | 'receiver' = 'sender') {
  const sent: SessionDescription[] = [];
  const events: string[] = [];
  const sendCandidate = vi.fn<(candidate: unknown) => void>();
  const link = new PeerLink({
    role,
    iceServers: Promise.resolve([]),
    sendDescription: (description) => sent.push(description),
    sendCandidate,
    onOpen: () => {},
    onLost: () => events.push('lost'),
    onSetupFailed: () => events.push('setup failed'),
  });
  const take = async (description: SessionDescription) => {
    link.takeDescription(description);
    await passTime();
  };
  return { link, sent, events, sendCandidate, take };
}

/** A link that has described itself: a sender, or the receiver of its offer. */
async function describedLink(offer?: SessionDescription) {
  const opened = openLink(offer ? 'receiver' : 'sender');
  await (offer ? opened.take(offer) : passTime());
  const [description] = opened.sent as [SessionDescription];
  return { ...opened, connection: instances.at(-1) as StandInPeerConnection, description };
}

const candidate = { candidate: 'candidate:1' };
const answer = { type: 'answer', sdp: 'a=ice-ufrag:theirs\r\n' } as const;

test.each([
  ['sender', 500],
  ['receiver', 200],
] as const)('[TRF-20] a candidate of the %s is passed on %i ms after it was found', async (role, delayMs) => {
  const sender = await describedLink();
  const receiver = await describedLink(sender.description);
  const { connection, sendCandidate, link } = role === 'sender' ? sender : receiver;
  connection.dispatchEvent(Object.assign(new Event('icecandidate'), { candidate: { toJSON: () => candidate } }));
  await vi.advanceTimersByTimeAsync(delayMs - 1);
  expect(sendCandidate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(sendCandidate).toHaveBeenCalledWith(candidate);
  link.close();
});

test('[TRF-20] the descriptions are sent at once, without waiting for candidates', async () => {
  class GatheringPeerConnection extends StandInPeerConnection {
    override iceGatheringState = 'gathering' as const;
  }
  vi.stubGlobal('RTCPeerConnection', GatheringPeerConnection);
  const sender = await describedLink();
  const receiver = await describedLink(sender.description);
  await sender.take(receiver.description);
  expect(haveAgreed(sender.connection, receiver.connection)).toBe(true);
});

test('[TRF-26] the answer to an earlier offer is ignored', async () => {
  const before = await describedLink();
  const stale = await describedLink(before.description);
  before.link.close();
  const sender = await describedLink();
  await sender.take(stale.description);
  expect([sender.connection.signalingState, sender.events]).toEqual(['have-local-offer', []]);
  await sender.take((await describedLink(sender.description)).description);
  expect([sender.connection.signalingState, sender.events]).toEqual(['stable', []]);
});

test('[TRF-20] candidates that arrive before the description are kept until it is set', async () => {
  const { link, connection, events, take } = await describedLink();
  link.takeCandidate(candidate);
  await passTime();
  expect(connection.candidates).toEqual([]);
  await take(answer);
  expect([connection.candidates, connection.signalingState, events]).toEqual([[candidate], 'stable', []]);
});

test.each([
  ['an offer that cannot be made', 'setLocalDescription'],
  ['an answer that cannot be set', 'setRemoteDescription'],
] as const)('[TRF-20] %s ends the attempt', async (_what, method) => {
  vi.spyOn(StandInPeerConnection.prototype, method).mockRejectedValue(new Error('no'));
  const { events, take } = openLink();
  await passTime();
  await take(answer);
  expect(events).toEqual(['setup failed']);
});

type What = Parameters<typeof emitSignal>[0]['what'];

const files = [{ name: 'film.mkv', size: 5 }];
let socket: ChatSocket;
beforeEach(async () => ({ socket } = await connect(asId('me'))));

const emit = (what: What, peer = 'bob') => emitSignal({ socket, peerId: asId(peer), what, files });
const refusal = (code: Extract<Ack, { ok: false }>['code']): Ack => ({ ok: false, code, message: `It is ${code}` });

test('[TRF-203] what follows from a refusal is decided by its code', async () => {
  const says = (type: 'server-error' | 'request-failed', code: string) => ({ type, message: `It is ${code}` });
  const rows: [What, Parameters<typeof refusal>[0], TransferEvent | null][] = [
    ['request', 'peer_offline', says('server-error', 'peer_offline')],
    ['request', 'peer_busy', says('server-error', 'peer_busy')],
    ['request', 'rate_limited', says('server-error', 'rate_limited')],
    ['request', 'unavailable', says('request-failed', 'unavailable')],
    ['request', 'internal', says('request-failed', 'internal')],
    ['accept', 'not_found', { type: 'accept-refused' }],
    ['accept', 'unavailable', { type: 'accept-refused' }],
    ['resume', 'not_found', { type: 'resume-refused' }],
    ['resume', 'unavailable', null],
    ['reject', 'not_found', null],
    ['cancel', 'not_found', null],
    ['done', 'internal', null],
  ];
  const decided: unknown[] = [];
  for (const [what, code] of rows) {
    chatServer.answer = () => refusal(code);
    // oxlint-disable-next-line no-await-in-loop -- the server answers one after the other
    decided.push([what, code, await emit(what)]);
  }
  expect(decided).toEqual(rows);
});

test('[TRF-203] of transfers that resume at the same time each gets its own refusal', async () => {
  chatServer.answer = ([, peerId]) => (peerId === 'cid' ? refusal('not_found') : { ok: true });
  const answers = await Promise.all(['bob', 'cid', 'dan'].map((peerId) => emit('resume', peerId)));
  expect(answers).toEqual([null, { type: 'resume-refused' }, null]);
});

test('[TRF-203] only a request that is not answered on a live connection has failed', async () => {
  chatServer.answer = () => null;
  const emitAll = () => (['request', 'accept', 'resume', 'cancel'] as const).map((what) => emit(what));
  const answers = emitAll();
  await vi.advanceTimersByTimeAsync(10_000);
  const failed = { type: 'request-failed', message: 'The server did not answer. Please try again.' };
  expect(await Promise.all(answers)).toEqual([failed, null, null, null]);
  const unanswered = emitAll();
  await chatServer.cut();
  expect(await Promise.all(unanswered)).toEqual([null, null, null, null]);
});
