import type { ConnectionSignal } from '@chat-app/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { haveAgreed, StandInPeerConnection } from '../../../../test/stand-in-peer-connection.ts';
import { createDirectWay } from './direct-way.ts';
import { createPair } from './pair.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('RTCPeerConnection', StandInPeerConnection);
  StandInPeerConnection.reset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const { made } = StandInPeerConnection;
const passTime = (ms = 20) => vi.advanceTimersByTimeAsync(ms);
const connectionOf = (number: number) => made[number] as StandInPeerConnection;
function kindOf(signal: ConnectionSignal): string {
  if ('control' in signal) return signal.control.connection;
  return 'description' in signal ? `${signal.description.type} ${signal.description.sdp.split(':')[0]}` : 'candidate';
}

/** One end of a direct path. Its signals reach the other end unless they are held back or lost. */
function createEnd(isPolite: boolean) {
  const end = {
    other: null as { receive: (signal: ConnectionSignal) => void } | null,
    isUp: true,
    isHeld: false,
    held: [] as ConnectionSignal[],
    said: [] as string[],
    heard: [] as string[],
    servers: [] as string[],
    way: null as ReturnType<typeof createDirectWay> | null,
    receive: (signal: ConnectionSignal) => end.way?.receive(signal),
    deliver: () => end.held.splice(0).forEach((signal) => end.other?.receive(signal)),
    open: () => {
      end.way = createDirectWay({
        isPolite,
        iceServers: async () => [{ urls: end.servers }],
        track: null,
        send: (signal) => {
          end.said.push(kindOf(signal));
          if (!end.isUp) return;
          if (end.isHeld) end.held.push(signal);
          else end.other?.receive(signal);
        },
        onTrack: () => {},
        onFound: () => end.heard.push('found'),
        onLost: () => end.heard.push('lost'),
      });
    },
  };
  return end;
}

/** The impolite peer is the first to open; the connections are numbered in that order. */
function twoEnds() {
  const [ann, bob] = [createEnd(false), createEnd(true)];
  [ann.other, bob.other] = [bob, ann];
  return { ann, bob };
}

async function connectedEnds() {
  const ends = twoEnds();
  ends.ann.open();
  ends.bob.open();
  await passTime();
  expect(haveAgreed(connectionOf(0), connectionOf(1))).toBe(true);
  connectionOf(0).setConnectionState('connected');
  connectionOf(1).setConnectionState('connected');
  return ends;
}

test('[CALL-34] an offer that was lost while the server was unreachable is replaced by a new one', async () => {
  const { ann } = await connectedEnds();
  ann.isUp = false;
  connectionOf(0).setConnectionState('disconnected');
  await passTime();
  expect(connectionOf(0).signalingState).toBe('have-local-offer');
  ann.isUp = true;
  ann.way?.mend();
  await passTime();
  expect(haveAgreed(connectionOf(0), connectionOf(1))).toBe(true);
});

test('[CALL-34] a lost first offer is replaced as well', async () => {
  const { ann, bob } = twoEnds();
  ann.isUp = false;
  ann.open();
  bob.open();
  await passTime();
  ann.isUp = true;
  ann.way?.mend();
  await passTime();
  expect(haveAgreed(connectionOf(0), connectionOf(1))).toBe(true);
});

test('[CALL-34] the polite peer asks the impolite one to restart', async () => {
  const { ann, bob } = await connectedEnds();
  bob.said.length = 0;
  bob.isUp = false;
  connectionOf(0).setConnectionState('failed');
  connectionOf(1).setConnectionState('failed');
  const offer = connectionOf(0).localDescription;
  bob.isUp = true;
  bob.way?.mend();
  await passTime();
  expect(bob.said).toContain('restart');
  expect(connectionOf(0).localDescription).not.toEqual(offer);
  expect(haveAgreed(connectionOf(0), connectionOf(1))).toBe(true);
  expect(ann.heard).toEqual(['found', 'lost']);
});

test('[CALL-34] a working connection is never restarted', async () => {
  const { ann, bob } = await connectedEnds();
  ann.said.length = 0;
  bob.said.length = 0;
  ann.way?.mend();
  bob.way?.mend();
  bob.other?.receive({ control: { connection: 'restart' } });
  await passTime();
  expect([...ann.said, ...bob.said]).toEqual([]);
});

test('[CALL-34] an answer to an outdated offer is ignored', async () => {
  const { ann, bob } = await connectedEnds();
  connectionOf(0).setConnectionState('failed');
  bob.isHeld = true;
  ann.way?.mend();
  await passTime();
  ann.way?.mend();
  await passTime();
  expect(bob.held.map(kindOf)).toEqual(['answer a=ice-ufrag', 'answer a=ice-ufrag']);
  bob.deliver();
  await passTime();
  expect(haveAgreed(connectionOf(0), connectionOf(1))).toBe(true);
});

test('[CALL-34] a restart uses the current ICE servers', async () => {
  const { ann } = await connectedEnds();
  ann.servers = ['turn:new.example'];
  connectionOf(0).setConnectionState('disconnected');
  await passTime();
  expect(connectionOf(0).configuration.iceServers).toEqual([{ urls: ['turn:new.example'] }]);
});

test('[CALL-37] a new device of the polite peer is connected at once, and relayed until then', async () => {
  const { ann } = await connectedEnds();
  const phone = createEnd(true);
  [ann.other, phone.other] = [phone, ann];
  phone.open();
  await passTime();
  expect(made).toHaveLength(4);
  const [one, other] = made.slice(2);
  if (!one || !other) throw new Error('nobody');
  expect(haveAgreed(one, other)).toBe(true);
  expect(connectionOf(0).connectionState).toBe('closed');
  expect(ann.heard).toEqual(['found', 'lost']);
  for (const connection of [one, other]) connection.setConnectionState('connected');
  expect(ann.heard).toEqual(['found', 'lost', 'found']);
  expect(phone.heard).toEqual(['found']);
});

test('[CALL-37] a new device of the impolite peer is connected as well', async () => {
  const { bob } = await connectedEnds();
  const phone = createEnd(false);
  [bob.other, phone.other] = [phone, bob];
  phone.open();
  await passTime();
  expect(haveAgreed(connectionOf(2), connectionOf(3))).toBe(true);
  expect(bob.heard).toEqual(['found', 'lost']);
});

test('[CALL-37] two devices that join once open one connection each', async () => {
  await connectedEnds();
  expect(made).toHaveLength(2);
});

test('[CALL-37] an offer that was sent to the previous device is resent to the next one', async () => {
  const { ann, bob } = twoEnds();
  ann.isUp = false;
  ann.open();
  await passTime();
  ann.isUp = true;
  bob.open();
  await passTime();
  expect(haveAgreed(connectionOf(0), connectionOf(1))).toBe(true);
});

test('[CALL-34] after simultaneous offers the polite peer sends its answer and then a new offer', async () => {
  const said: ConnectionSignal[] = [];
  const parts = { iceServers: [], track: null, onTrack: () => {}, onState: () => {} };
  const polite = createPair({ ...parts, isPolite: true, send: (signal) => said.push(signal) });
  connectionOf(0).iceGatheringState = 'gathering';
  await polite.restart([]);
  await passTime();
  expect(connectionOf(0).signalingState).toBe('have-local-offer');
  const answering = polite.receiveDescription({ type: 'offer', sdp: 'a=ice-ufrag:theirs\r\n' });
  await passTime();
  connectionOf(0).setGathering('complete');
  await answering;
  await passTime(1_000);
  expect(said.map(kindOf)).toEqual(['answer a=ice-ufrag', 'offer a=ice-ufrag']);
});

test('[CALL-34] a pair that is closed while gathering candidates sends nothing', async () => {
  const said: ConnectionSignal[] = [];
  const parts = { iceServers: [], track: null, onTrack: () => {}, onState: () => {} };
  const pair = createPair({ ...parts, isPolite: false, send: (signal) => said.push(signal) });
  connectionOf(0).iceGatheringState = 'gathering';
  await passTime();
  expect(connectionOf(0).signalingState).toBe('have-local-offer');
  pair.close();
  await passTime(1_000);
  expect(said).toEqual([]);
});
