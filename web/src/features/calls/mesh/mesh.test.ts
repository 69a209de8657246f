// @vitest-environment happy-dom
import type { ConnectionSignal } from '@chat-app/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StandInPeerConnection } from '../../../../test/stand-in-peer-connection.ts';
import { createMesh } from './mesh.ts';

const network = new EventTarget();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('RTCPeerConnection', StandInPeerConnection);
  Object.defineProperty(navigator, 'connection', { value: network, configurable: true });
  StandInPeerConnection.reset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'connection');
});

const passTime = () => vi.advanceTimersByTimeAsync(20);

async function aMesh() {
  const said: string[] = [];
  const mesh = createMesh({
    myId: 'bob',
    iceServers: async () => [],
    send: (userId: string, signal: ConnectionSignal) =>
      said.push(`${userId}: ${'description' in signal ? signal.description.type : 'candidate'}`),
    onTrack: () => {},
    onFound: () => {},
    onLost: () => {},
    onRoundTrip: () => {},
  });
  mesh.greet('ann');
  mesh.greet('cid');
  await passTime();
  const [toAnn, toCid] = StandInPeerConnection.made as [StandInPeerConnection, StandInPeerConnection];
  said.length = 0;
  return { mesh, said, toAnn, toCid };
}

test.each([
  ['the browser is online again', () => window.dispatchEvent(new Event('online'))],
  ['the network is another one', () => network.dispatchEvent(new Event('change'))],
])('[CALL-34] when %s only ways that do not stand are looked for, by the one who begins', async (_when, change) => {
  const { mesh, said, toAnn, toCid } = await aMesh();
  toAnn.setConnectionState('connected');
  toCid.setConnectionState('connected');
  change();
  await passTime();
  expect(said).toEqual([]);

  toAnn.setConnectionState('failed');
  toCid.setConnectionState('failed');
  said.length = 0;
  change();
  await passTime();
  expect(said).toEqual(['ann: rollback', 'cid: offer']);
  mesh.close();
});
