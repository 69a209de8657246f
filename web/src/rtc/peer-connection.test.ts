import { beforeEach, expect, test, vi } from 'vitest';
import { StandInPeerConnection } from '../../test/stand-in-peer-connection.ts';
import { createConnectionWatch } from './connection-watch.ts';
import { createIceServerCache } from './ice-servers.ts';
import type { PeerSignal } from './local-description.ts';
import { createPeerConnection } from './peer-connection.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('RTCPeerConnection', StandInPeerConnection);
  StandInPeerConnection.reset();
});

const passTime = (ms = 20) => vi.advanceTimersByTimeAsync(ms);
const theirOffer = { type: 'offer', sdp: 'a=ice-ufrag:theirs\r\n' } as const;
const theirAnswer = { ...theirOffer, type: 'answer' } as const;

function openPeer({ isPolite }: { isPolite: boolean }) {
  const sent: string[] = [];
  const send = (signal: PeerSignal) => sent.push('description' in signal ? signal.description.type : 'candidate');
  const peer = createPeerConnection({ iceServers: [], isPolite, gatherMs: 200, send, onStateChange: () => {} });
  return { peer, sent, connection: StandInPeerConnection.instances[0] as StandInPeerConnection };
}

test('[CALL-34] after simultaneous offers the polite peer sends its answer and then a new offer', async () => {
  const { peer, sent, connection } = openPeer({ isPolite: true });
  connection.iceGatheringState = 'gathering';
  await peer.restartIce([]);
  await passTime();
  expect(connection.signalingState).toBe('have-local-offer');
  const answering = peer.receiveDescription(theirOffer);
  await passTime();
  connection.setGathering('complete');
  await answering;
  await passTime(1_000);
  expect(sent).toEqual(['answer', 'offer']);
});

test('[CALL-34] after simultaneous offers the impolite peer ignores the other offer and its candidates', async () => {
  const { peer, sent, connection } = openPeer({ isPolite: false });
  connection.addTransceiver();
  await passTime();
  await peer.receiveDescription(theirOffer);
  await peer.receiveCandidate({ candidate: 'candidate:1' });
  await peer.receiveDescription(theirAnswer);
  expect([sent, connection.signalingState]).toEqual([['offer'], 'stable']);
});

test('[CALL-34] a connection that is closed while gathering candidates sends nothing', async () => {
  const { peer, sent, connection } = openPeer({ isPolite: false });
  connection.addTransceiver();
  connection.iceGatheringState = 'gathering';
  await passTime();
  peer.close();
  await passTime(1_000);
  expect([connection.localDescription?.type, sent]).toEqual(['offer', []]);
});

test('[CALL-495] what changes until the first offer is sent is part of it, and nothing is changed afterwards', async () => {
  const { peer, sent, connection } = openPeer({ isPolite: false });
  const change = (direction: string) =>
    peer.changeFirstOffer(() => connection.getTransceivers().forEach((one) => Object.assign(one, { direction })));
  connection.addTransceiver('video', { direction: 'recvonly' });
  connection.iceGatheringState = 'gathering';
  await passTime();
  change('sendrecv');
  await passTime();
  expect(sent).toEqual([]);
  connection.setGathering('complete');
  await passTime();
  expect([sent, connection.localDescription?.sdp]).toEqual([['offer'], expect.stringContaining('a=sendrecv')]);
  change('inactive');
  expect(connection.getTransceivers().map(({ direction }) => direction)).toEqual(['sendrecv']);
});

test('[CALL-495] candidates are awaited once, not again for a later offer', async () => {
  const { peer, sent, connection } = openPeer({ isPolite: false });
  connection.iceGatheringState = 'gathering';
  connection.addTransceiver();
  await passTime(150);
  expect(sent).toEqual([]);
  await passTime(100);
  await peer.receiveDescription(theirAnswer);
  connection.addTransceiver();
  await passTime();
  expect(sent).toEqual(['offer', 'offer']);
});

const certificate = (...names: string[]) => names.map((name) => `a=fingerprint:${name}\r\n`).join('');

test('[CALL-37] [CALL-429] an offer with another or a further certificate comes from a new connection', async () => {
  const { peer } = openPeer({ isPolite: true });
  const isNew = (...names: string[]) => peer.isFromNewConnection({ type: 'offer', sdp: certificate(...names) });
  const [own, other] = ['sha-256 AA', 'sha-256 BB'];
  expect(isNew(own)).toBe(false);
  await peer.receiveDescription({ type: 'offer', sdp: certificate(own) });
  expect([isNew(own), isNew(own, own), isNew('sha-256 aa')]).toEqual([false, false, false]);
  expect([isNew(other), isNew(own, other), isNew()]).toEqual([true, true, true]);
});

test('[CALL-429] an answer with another certificate than before is ignored', async () => {
  const { peer, connection } = openPeer({ isPolite: false });
  const answer = (...names: string[]) => peer.receiveDescription({ type: 'answer', sdp: certificate(...names) });
  connection.addTransceiver();
  await passTime();
  await answer('sha-256 AA');
  await peer.restartIce([]);
  await passTime();
  await answer('sha-256 AA', 'sha-256 BB');
  await answer('sha-256 BB');
  expect(connection.signalingState).toBe('have-local-offer');
  await answer('sha-256 AA');
  expect(connection.signalingState).toBe('stable');
});

/** What is heard after steps such as `connected; 1000; failed`: states, milliseconds, and what the peer reports. */
function heardAfter(steps: string, canRestart = true) {
  const heard: string[] = [];
  const watch = createConnectionWatch({
    canRestart,
    restartIce: () => heard.push('restart'),
    onConnected: () => heard.push('connected'),
    onLost: () => heard.push('lost'),
    onLossDetected: () => heard.push('loss detected'),
  });
  for (const step of steps.split('; ')) {
    if (step === 'peer loss') watch.handlePeerLoss();
    else if (step === 'close') watch.close();
    else if (/^\d+$/.test(step)) vi.advanceTimersByTime(Number(step));
    else watch.setState(step as RTCPeerConnectionState);
  }
  watch.close();
  return heard.join(', ');
}

test('[CALL-30] a pair that cannot connect within three seconds is relayed, and one that breaks at once, until it can', () => {
  const broken = 'connected; disconnected; failed; 30000';
  const rows: [steps: string, heard: string][] = [
    ['connecting; 2999', ''],
    ['connecting; 3000', 'loss detected, lost'],
    ['connecting; 3000; connected', 'loss detected, lost, connected'],
    ['connected; 60000', 'connected'],
    [broken, 'connected, loss detected, lost, restart, restart'],
    ['connected; peer loss; 5000', 'connected, lost, connected'],
    ['connected; peer loss; disconnected; 5000', 'connected, lost, restart'],
    ['peer loss; close; 60000', 'lost'],
  ];
  expect(rows.map(([steps]) => [steps, heardAfter(steps)])).toEqual(rows);
  // Only one of the two peers restarts it.
  expect(heardAfter(broken, false)).toBe('connected, loss detected, lost');
});

const serverOf = (number: number) => ({ urls: [`turn:${number}.example`] });

test('[CALL-34] ICE servers are fetched once, again before they expire after an hour, and after a failed request', async () => {
  let count = 0;
  const read = createIceServerCache(async () => [serverOf((count += 1))]);
  expect(await Promise.all([read(), read()])).toEqual([[serverOf(1)], [serverOf(1)]]);
  vi.advanceTimersByTime(49 * 60_000);
  expect(await read()).toEqual([serverOf(1)]);
  vi.advanceTimersByTime(60_000);
  expect(await read()).toEqual([serverOf(2)]);

  const answers = [Promise.reject(new Error('away')), Promise.resolve([serverOf(1)])];
  const readLater = createIceServerCache(() => answers.shift() ?? Promise.resolve([]));
  expect([await readLater(), await readLater()]).toEqual([[], [serverOf(1)]]);
});
