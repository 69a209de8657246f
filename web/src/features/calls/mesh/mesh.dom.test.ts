import type { ConnectionSignal, UserId } from '@chat-app/contract';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { haveAgreed, StandInPeerConnection } from '../../../../test/stand-in-peer-connection.ts';
import { unheard } from '../../../../test/unheard-mesh.ts';
import { encodingsFor } from '../video/encodings.ts';
import { createDirectPath } from './direct-path.ts';
import { encodeAs } from './encode-as.ts';
import { noMedia } from './media-source.ts';
import { createMesh } from './mesh.ts';

const network = new EventTarget();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('RTCPeerConnection', StandInPeerConnection);
  Object.defineProperty(navigator, 'connection', { value: network, configurable: true });
  StandInPeerConnection.reset();
});
afterEach(() => Reflect.deleteProperty(navigator, 'connection'));

const passTime = (ms = 20) => vi.advanceTimersByTimeAsync(ms);

function kindOf(signal: ConnectionSignal): string {
  if ('control' in signal) return signal.control.connection;
  return 'description' in signal ? signal.description.type : 'candidate';
}

const alone = encodingsFor({ receiverCount: 1, cameraCount: 1, isScreenShared: false });

function aMeshOfBob(send: (userId: UserId, signal: ConnectionSignal) => void) {
  const mesh = createMesh({ ...unheard, myId: asId('bob'), send });
  onTestFinished(mesh.close);
  return mesh;
}

async function aMesh() {
  const sent: string[] = [];
  const mesh = aMeshOfBob((userId, signal) => sent.push(`${userId}: ${kindOf(signal)}`));
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
  const { sent, toAnn, toCid } = await aMesh();
  const sentWhen = async (state: RTCPeerConnectionState) => {
    for (const connection of [toAnn, toCid]) connection.setConnectionState(state);
    sent.length = 0;
    change();
    await passTime();
    return [...sent];
  };
  expect([await sentWhen('connected'), await sentWhen('failed')]).toEqual([[], ['ann: restart', 'cid: offer']]);
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
});

test.each([
  ['a page that knows video offers it', { control: { connection: 'joined', knowsVideo: true } }, 'sendrecv'],
  ['a page from before video is only asked', { control: { connection: 'joined' } }, 'recvonly'],
  ['a page of the previous release asks for it', { description: { type: 'rollback', sdp: 'hello' } }, 'recvonly'],
] as [string, ConnectionSignal, string][])('[CALL-495] the first offer to %s', async (_who, signal, direction) => {
  const offers: string[] = [];
  const mesh = aMeshOfBob((_userId, sent) => {
    if ('description' in sent) offers.push(sent.description.sdp);
  });
  mesh.addParticipant(asId('cid'));
  mesh.receive(asId('cid'), signal);
  await passTime();
  const videos = [direction, direction, direction];
  expect(offers[0]?.match(/(?<=^a=)(sendrecv|recvonly)/gm)).toEqual(['sendrecv', ...videos]);
});

const { instances } = StandInPeerConnection;
const connectionOf = (number: number) => instances[number] as StandInPeerConnection;

/** One end of a direct path. Its signals reach the other end while it is up. */
function createEnd(isPolite: boolean) {
  const end = {
    other: null as { receive: (signal: ConnectionSignal) => void } | null,
    isUp: true,
    sent: [] as ConnectionSignal[],
    events: [] as string[],
    servers: [] as string[],
    path: null as ReturnType<typeof createDirectPath> | null,
    receive: (signal: ConnectionSignal) => end.path?.receive(signal),
    open: () => {
      end.path = createDirectPath({
        isPolite,
        iceServers: async () => [{ urls: end.servers }],
        outgoing: noMedia,
        encodings: alone,
        send: (signal) => {
          end.sent.push(signal);
          if (end.isUp) end.other?.receive(signal);
        },
        onTrack: () => {},
        onConnected: () => end.events.push('connected'),
        onLost: () => end.events.push('lost'),
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

const isAgreed = (one = 0, other = 1) => haveAgreed(connectionOf(one), connectionOf(other));

async function connectedEnds() {
  const ends = twoEnds();
  ends.ann.open();
  ends.bob.open();
  await passTime();
  expect([instances.length, isAgreed()]).toEqual([2, true]);
  for (const connection of instances) connection.setConnectionState('connected');
  return ends;
}

type Ends = Awaited<ReturnType<typeof connectedEnds>>;

test.each<[string, breaks: () => void, isBack: (ends: Ends) => void]>([
  [
    '[CALL-34] the offer of a restart',
    () => connectionOf(0).setConnectionState('disconnected'),
    ({ ann }) => ann.path?.reconnect(),
  ],
  ['[CALL-421] the offer of a video', () => connectionOf(0).addTransceiver(), ({ ann }) => ann.path?.resume()],
  [
    '[CALL-421] if the other was away as well, it',
    () => connectionOf(0).addTransceiver(),
    ({ bob }) => bob.path?.resume(),
  ],
])('%s that was lost while the server was unreachable is sent again', async (_what, breaks, isBack) => {
  const ends = await connectedEnds();
  ends.ann.isUp = false;
  breaks();
  await passTime();
  expect([isAgreed(), connectionOf(0).signalingState]).toEqual([false, 'have-local-offer']);
  ends.ann.isUp = true;
  isBack(ends);
  await passTime();
  expect(isAgreed()).toBe(true);
});

test.each([
  ['[CALL-34] a lost first offer is replaced', true],
  ['[CALL-37] an offer that was sent to the previous device is resent to the next one', false],
])('%s', async (_what, isThere) => {
  const { ann, bob } = twoEnds();
  ann.isUp = false;
  ann.open();
  if (isThere) bob.open();
  await passTime();
  ann.isUp = true;
  if (isThere) ann.path?.reconnect();
  else bob.open();
  await passTime();
  expect(isAgreed()).toBe(true);
});

test('[CALL-34] the polite peer asks the impolite one to restart, which uses the current servers', async () => {
  const { ann, bob } = await connectedEnds();
  bob.isUp = false;
  for (const connection of instances) connection.setConnectionState('failed');
  const offer = connectionOf(0).localDescription;
  ann.servers = ['turn:new.example'];
  bob.isUp = true;
  bob.sent.length = 0;
  bob.path?.reconnect();
  await passTime();
  expect(bob.sent.map(kindOf)).toContain('restart');
  expect(connectionOf(0).localDescription).not.toEqual(offer);
  expect(connectionOf(0).configuration.iceServers).toEqual([{ urls: ann.servers }]);
  expect([isAgreed(), ann.events]).toEqual([true, ['connected', 'lost']]);
});

test('[CALL-34] a working connection is never restarted', async () => {
  const ends = Object.values(await connectedEnds());
  for (const end of ends) end.sent.length = 0;
  for (const { path } of ends) path?.resume();
  await passTime();
  expect(ends.map(({ sent }) => sent.map(kindOf))).toEqual([[], ['restart']]);
});

test('[CALL-34] an answer to an outdated offer is ignored', async () => {
  const { ann, bob } = await connectedEnds();
  connectionOf(0).setConnectionState('failed');
  bob.isUp = false;
  bob.sent.length = 0;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    ann.path?.reconnect();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await passTime();
  }
  expect(bob.sent.map(kindOf)).toEqual(['answer', 'answer']);
  bob.sent.forEach(ann.receive);
  await passTime();
  expect(isAgreed()).toBe(true);
});

test.each([
  ['polite', 0],
  ['impolite', 1],
])('[CALL-37] a new device of the %s peer is connected at once, and relayed until then', async (peer, number) => {
  const { ann, bob } = await connectedEnds();
  const isPolite = peer === 'polite';
  const [stays, phone] = [isPolite ? ann : bob, createEnd(isPolite)];
  [stays.other, phone.other] = [phone, stays];
  phone.open();
  await passTime();
  expect([instances.length, isAgreed(2, 3), connectionOf(number).connectionState]).toEqual([4, true, 'closed']);
  expect(stays.events).toEqual(['connected', 'lost']);
  for (const connection of instances.slice(2)) connection.setConnectionState('connected');
  expect([stays.events, phone.events]).toEqual([['connected', 'lost', 'connected'], ['connected']]);
});

type Size = { width?: number; height?: number } | null;

/** The scale that a sender is given for a track of this size, where a picture of 720 lines has another one. */
async function scaleFor(wanted: number, size: Size): Promise<number> {
  const encodings: { scaleResolutionDownBy?: number }[] = [{}];
  await new Promise<void>((resolve) => {
    const sender = {
      track: size && { getSettings: () => size },
      getParameters: () => ({ encodings }),
      setParameters: async () => resolve(),
    };
    encodeAs(sender as unknown as RTCRtpSender, { ...alone.camera, scaleResolutionDownBy: wanted });
  });
  return encodings[0]?.scaleResolutionDownBy ?? 0;
}

test('[CALL-496] a camera that is still small is sent in the size in which a full one would be', async () => {
  const rows: [number, Size, number][] = [
    [3, { width: 1280, height: 720 }, 3],
    [3, { width: 640, height: 360 }, 1.5],
    [4, { width: 360, height: 640 }, 2],
    [1, { width: 640, height: 360 }, 1],
    [1.5, { width: 640, height: 360 }, 1],
    [2, { width: 1920, height: 1080 }, 2],
    [2, {}, 2],
    [2, null, 2],
  ];
  const measured = rows.map(async ([wanted, size]) => [wanted, size, await scaleFor(wanted, size)]);
  expect(await Promise.all(measured)).toEqual(rows);
});
