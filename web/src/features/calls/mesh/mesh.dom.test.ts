import type { ConnectionSignal, UserId } from '@chat-app/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { StandInPeerConnection } from '../../../../test/stand-in-peer-connection.ts';
import { createMesh } from './mesh.ts';

const network = new EventTarget();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('RTCPeerConnection', StandInPeerConnection);
  Object.defineProperty(navigator, 'connection', { value: network, configurable: true });
  StandInPeerConnection.reset();
});
afterEach(() => Reflect.deleteProperty(navigator, 'connection'));

const passTime = () => vi.advanceTimersByTimeAsync(20);

function kindOf(signal: ConnectionSignal): string {
  if ('control' in signal) return signal.control.connection;
  return 'description' in signal ? signal.description.type : 'candidate';
}

const ignore = () => {};

const aSilentMesh = (send: (userId: UserId, signal: ConnectionSignal) => void) =>
  createMesh({
    myId: asId('bob'),
    iceServers: async () => [],
    send,
    onTrack: ignore,
    onConnected: ignore,
    onLost: ignore,
    onRoundTrip: ignore,
    onFrames: ignore,
    onPoor: ignore,
    onBusy: ignore,
    onLoad: ignore,
    isAwaitingFrames: () => false,
  });

async function aMesh() {
  const sent: string[] = [];
  const mesh = aSilentMesh((userId, signal) => sent.push(`${userId}: ${kindOf(signal)}`));
  mesh.addParticipant(asId('ann'));
  mesh.addParticipant(asId('cid'));
  await passTime();
  const [toAnn, toCid] = StandInPeerConnection.instances as [StandInPeerConnection, StandInPeerConnection];
  sent.length = 0;
  return { mesh, sent, toAnn, toCid };
}

test.each([
  ['the browser is online again', () => window.dispatchEvent(new Event('online'))],
  ['the network is another one', () => network.dispatchEvent(new Event('change'))],
])('[CALL-34] when %s only failed connections are restarted, by the impolite peer', async (_when, change) => {
  const { mesh, sent, toAnn, toCid } = await aMesh();
  toAnn.setConnectionState('connected');
  toCid.setConnectionState('connected');
  change();
  await passTime();
  expect(sent).toEqual([]);

  toAnn.setConnectionState('failed');
  toCid.setConnectionState('failed');
  sent.length = 0;
  change();
  await passTime();
  expect(sent).toEqual(['ann: restart', 'cid: offer']);
  mesh.close();
});

test.each([
  [{ control: { connection: 'restart' } }, ['cid: offer']],
  // As pages of the previous release send it.
  [{ description: { type: 'rollback', sdp: 'again' } }, ['cid: offer']],
  [{ control: { connection: 'word-of-a-later-release' } }, []],
  [{ control: {} }, []],
  [{ description: { type: 'rollback', sdp: 'never sent' } }, []],
] as [ConnectionSignal, string[]][])('[CALL-208] the control message %j is answered by %j', async (signal, answer) => {
  const { mesh, sent, toCid } = await aMesh();
  toCid.setConnectionState('failed');
  sent.length = 0;
  mesh.receive(asId('cid'), signal);
  await passTime();
  expect(sent).toEqual(answer);
  mesh.close();
});

test.each([
  ['a page that knows video offers it', { control: { connection: 'joined', knowsVideo: true } }, 'sendrecv'],
  ['a page from before video is only asked', { control: { connection: 'joined' } }, 'recvonly'],
  ['a page of the previous release asks for it', { description: { type: 'rollback', sdp: 'hello' } }, 'recvonly'],
] as [string, ConnectionSignal, string][])('[CALL-495] the first offer to %s', async (_who, signal, direction) => {
  const offers: string[] = [];
  const mesh = aSilentMesh((_userId, sent) => {
    if ('description' in sent) offers.push(sent.description.sdp);
  });
  mesh.addParticipant(asId('cid'));
  mesh.receive(asId('cid'), signal);
  await passTime();
  expect(offers.map((sdp) => sdp.match(/(?<=^a=)(sendrecv|recvonly)/gm))[0]).toEqual([
    'sendrecv',
    direction,
    direction,
    direction,
  ]);
  mesh.close();
});
