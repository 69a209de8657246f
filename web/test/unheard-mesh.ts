import type { UserId } from '@chat-app/contract';
import { asId } from './as-id.ts';

const ignore = () => {};

/** Nobody listens to what the mesh of this user reports and sends. */
export const unheard = {
  myId: asId<UserId>('me'),
  iceServers: async () => [],
  send: ignore,
  onTrack: ignore,
  onConnected: ignore,
  onLost: ignore,
  onRoundTrip: ignore,
  onFrames: ignore,
  onPoor: ignore,
  onBusy: ignore,
  onLoad: ignore,
  isAwaitingFrames: () => false,
};
