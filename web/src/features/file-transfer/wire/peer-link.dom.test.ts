import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StandInPeerConnection } from '../../../../test/stand-in-peer-connection.ts';
import { PeerLink } from './peer-link.ts';

beforeEach(() => {
  vi.useFakeTimers();
  StandInPeerConnection.reset();
  vi.stubGlobal(
    'RTCPeerConnection',
    class extends StandInPeerConnection {
      createDataChannel = () => new EventTarget();
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['sender', 500],
  ['receiver', 200],
] as const)('[TRF-20] a candidate of the %s is passed on %i ms after it was found', async (role, delayMs) => {
  const sendCandidate = vi.fn<(candidate: unknown) => void>();
  const nothing = () => {};
  const link = new PeerLink({
    role,
    iceServers: Promise.resolve([]),
    sendDescription: nothing,
    sendCandidate,
    onOpen: nothing,
    onLost: nothing,
    onSetupFailed: nothing,
  });
  await vi.advanceTimersByTimeAsync(0);
  const candidate = { candidate: 'candidate:1' };
  const found = Object.assign(new Event('icecandidate'), { candidate: { toJSON: () => candidate } });
  StandInPeerConnection.made[0]?.dispatchEvent(found);

  await vi.advanceTimersByTimeAsync(delayMs - 1);
  expect(sendCandidate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(sendCandidate).toHaveBeenCalledWith(candidate);
  link.close();
});
