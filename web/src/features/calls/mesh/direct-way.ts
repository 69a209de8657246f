import type { ConnectionControl, ConnectionSignal, IceServer } from '@chat-app/contract';
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

/** Signals that belong to the WebRTC negotiation itself. */
type Negotiated = Exclude<ConnectionSignal, { control: unknown }>;

/** The direct path to one other participant for the whole call, across successive peer connections. */
export type DirectWay = ReturnType<typeof createDirectWay>;

export function createDirectWay(parts: DirectWayParts) {
  const { isPolite, send } = parts;
  const ask = (connection: ConnectionControl) => send({ control: { connection } });
  const watch = createWayWatch({
    canRestart: !isPolite,
    restart: () => void holder.restart(),
    onFound: parts.onFound,
    onLost: parts.onLost,
    onGivenUp: () => holder.current() && ask('relay'),
  });
  const holder = createHolder(parts, watch);

  /** Only the impolite peer restarts; the polite one asks it to. A working connection is left alone. */
  function mend() {
    if (watch.isConnected()) return;
    if (!isPolite) void holder.restart();
    else if (holder.current()) ask('restart');
  }

  async function work(signal: Negotiated) {
    if ('description' in signal && holder.current()?.isStranger(signal.description)) await holder.open();
    const pair = holder.current();
    if (pair) await hand(signal, pair);
  }

  async function meet() {
    const pair = holder.current();
    if (pair?.hasAgreed()) await holder.open();
    else pair?.tellAgain();
  }

  /** The impolite peer makes the offers, so only that one acts on `joined` and `restart`. */
  const onControl: { readonly [Control in ConnectionControl]?: () => void } = {
    relay: () => watch.toldLost(),
    ...(!isPolite && { joined: () => queue(meet), restart: () => queue(async () => mend()) }),
  };

  // Signals are processed one after the other. An invalid signal only costs one possible path.
  let line = holder.open();
  const queue = (task: () => Promise<void>) => {
    line = line.then(task).catch(() => {});
  };
  if (isPolite) ask('joined');
  return {
    receive: (signal: ConnectionSignal) => {
      if ('control' in signal) onControl[signal.control.connection]?.();
      else queue(() => work(signal));
    },
    mend,
    setTrack: holder.setTrack,
    /** The current peer connection, if any. */
    current: holder.current,
    close: () => {
      watch.close();
      holder.close();
    },
  };
}

/** Holds the current peer connection, which may be replaced. */
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
        // WebRTC is missing or blocked: the server relays all audio.
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

async function hand(signal: Negotiated, pair: Pair): Promise<void> {
  if ('description' in signal) return pair.receiveDescription(signal.description);
  if (signal.candidate) await pair.receiveCandidate(signal.candidate as RTCIceCandidateInit);
  return undefined;
}
