import type { IceServer, VoiceSignal } from '@chat-app/contract';
import { createPair } from './pair.ts';
import type { Pair } from './pair.ts';
import { createWayWatch } from './way-watch.ts';

interface DirectWayParts {
  readonly isPolite: boolean;
  readonly iceServers: Promise<readonly IceServer[]>;
  readonly track: MediaStreamTrack | null;
  readonly send: (signal: VoiceSignal) => void;
  readonly onTrack: (track: MediaStreamTrack) => void;
  readonly onFound: () => void;
  readonly onLost: () => void;
}

/** Says that one of us no longer hears the other directly, and needs the server's help. */
const givingUp: VoiceSignal = { description: { type: 'rollback', sdp: '' } };

/** The direct way to one other person, as long as both are in the call, through however many connections. */
export type DirectWay = ReturnType<typeof createDirectWay>;

export function createDirectWay(parts: DirectWayParts) {
  let { track } = parts;
  let pair: Pair | null = null;
  let isClosed = false;
  const watch = createWayWatch({
    canRestart: !parts.isPolite,
    restart: () => pair?.restart(),
    onFound: parts.onFound,
    onLost: parts.onLost,
    onGivenUp: () => pair && parts.send(givingUp),
  });

  async function open() {
    const iceServers = await parts.iceServers;
    if (isClosed) return;
    pair?.close();
    try {
      const made: Pair = createPair({
        ...parts,
        iceServers,
        track,
        onState: (state) => made === pair && watch.setState(state),
      });
      pair = made;
    } catch {
      // This browser cannot, or may not: the server carries everything.
      watch.setState('failed');
    }
  }

  async function work(signal: VoiceSignal) {
    if ('description' in signal && pair?.isStranger(signal.description)) await open();
    if (pair) await hand(signal, pair);
  }

  // Signals are worked through one after the other. What cannot be understood is a way less.
  let line = open();
  return {
    receive: (signal: VoiceSignal) => {
      const isGivingUp = 'description' in signal && signal.description.type === 'rollback';
      if (!isGivingUp) line = line.then(() => work(signal)).catch(() => {});
      else watch.toldLost();
    },
    setTrack: (next: MediaStreamTrack | null) => {
      track = next;
      pair?.setTrack(next);
    },
    /** The connection of the moment, if there is one. */
    current: () => pair,
    close: () => {
      isClosed = true;
      watch.close();
      pair?.close();
    },
  };
}

async function hand(signal: VoiceSignal, pair: Pair): Promise<void> {
  if ('description' in signal) return pair.receiveDescription(signal.description);
  if (signal.candidate) await pair.receiveCandidate(signal.candidate as RTCIceCandidateInit);
  return undefined;
}
