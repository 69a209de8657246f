import type { ConnectionSignal, IceServer } from '@chat-app/contract';
import { createPair } from './pair.ts';
import type { Pair } from './pair.ts';
import { createWayWatch } from './way-watch.ts';
import type { WayWatch } from './way-watch.ts';

interface DirectWayParts {
  readonly isPolite: boolean;
  readonly iceServers: () => Promise<readonly IceServer[]>;
  readonly track: MediaStreamTrack | null;
  readonly send: (signal: ConnectionSignal) => void;
  readonly onTrack: (track: MediaStreamTrack) => void;
  readonly onFound: () => void;
  readonly onLost: () => void;
}

/** What the two say to each other beside descriptions. They travel as a `rollback`, which has no other use here. */
const words = {
  /** One of us no longer hears the other directly, and needs the server's help. */
  givingUp: '',
  /** The polite one has just come: whoever talked to somebody in that seat before talked to another device. */
  hello: 'hello',
  /** The polite one is back and not connected: what was offered meanwhile did not arrive. */
  again: 'again',
} as const;

/** The direct way to one other person, as long as both are in the call, through however many connections. */
export type DirectWay = ReturnType<typeof createDirectWay>;

export function createDirectWay(parts: DirectWayParts) {
  const { isPolite, send } = parts;
  const say = (word: string) => send({ description: { type: 'rollback', sdp: word } });
  const watch = createWayWatch({
    canRestart: !isPolite,
    restart: () => void holder.restart(),
    onFound: parts.onFound,
    onLost: parts.onLost,
    onGivenUp: () => holder.current() && say(words.givingUp),
  });
  const holder = createHolder(parts, watch);

  /** Only one of the two looks; the other one asks it to. What stands is left alone. */
  function mend() {
    if (watch.isConnected()) return;
    if (!isPolite) void holder.restart();
    else if (holder.current()) say(words.again);
  }

  async function work(signal: ConnectionSignal) {
    if ('description' in signal && holder.current()?.isStranger(signal.description)) await holder.open();
    const pair = holder.current();
    if (pair) await hand(signal, pair);
  }

  async function meet() {
    const pair = holder.current();
    if (pair?.hasAgreed()) await holder.open();
    else pair?.tellAgain();
  }

  // Signals are worked through one after the other. What cannot be understood is a way less.
  let line = holder.open();
  const queue = (task: () => Promise<void>) => {
    line = line.then(task).catch(() => {});
  };
  if (isPolite) say(words.hello);
  return {
    receive: (signal: ConnectionSignal) => {
      const word = wordOf(signal);
      if (word === null) queue(() => work(signal));
      else if (word === words.givingUp) watch.toldLost();
      else if (!isPolite) queue(word === words.hello ? meet : async () => mend());
    },
    mend,
    setTrack: holder.setTrack,
    /** The connection of the moment, if there is one. */
    current: holder.current,
    close: () => {
      watch.close();
      holder.close();
    },
  };
}

/** Keeps the connection of the moment; another one may take its place. */
function createHolder(parts: DirectWayParts, watch: WayWatch) {
  let { track } = parts;
  let pair: Pair | null = null;
  let isClosed = false;
  return {
    current: () => pair,
    open: async () => {
      const iceServers = await parts.iceServers();
      if (isClosed) return;
      if (pair) {
        pair.close();
        watch.startOver();
      }
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
    },
    restart: async () => {
      const iceServers = await parts.iceServers();
      await pair?.restart(iceServers).catch(() => {});
    },
    setTrack: (next: MediaStreamTrack | null) => {
      track = next;
      pair?.setTrack(next);
    },
    close: () => {
      isClosed = true;
      pair?.close();
    },
  };
}

function wordOf(signal: ConnectionSignal): string | null {
  return 'description' in signal && signal.description.type === 'rollback' ? signal.description.sdp : null;
}

async function hand(signal: ConnectionSignal, pair: Pair): Promise<void> {
  if ('description' in signal) return pair.receiveDescription(signal.description);
  if (signal.candidate) await pair.receiveCandidate(signal.candidate as RTCIceCandidateInit);
  return undefined;
}
