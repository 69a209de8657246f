import type { ConnectionControl, ConnectionSignal } from '@chat-app/contract';
import { createConnectionWatch } from '../../../rtc/connection-watch.ts';
import type { ConnectionWatch } from '../../../rtc/connection-watch.ts';
import type { IceServerSource } from '../../../rtc/ice-servers.ts';
import type { VideoEncodings } from '../video/encodings.ts';
import { createMediaConnection } from './media-connection.ts';
import type { MediaConnection } from './media-connection.ts';
import type { MediaSource, OutgoingMedia } from './media-source.ts';

interface DirectPathOptions {
  readonly isPolite: boolean;
  readonly iceServers: IceServerSource;
  readonly outgoing: OutgoingMedia;
  readonly encodings: VideoEncodings;
  readonly send: (signal: ConnectionSignal) => void;
  readonly onTrack: (source: MediaSource, track: MediaStreamTrack) => void;
  readonly onConnected: () => void;
  readonly onLost: () => void;
}

/** Signals that belong to the WebRTC negotiation itself. */
type NegotiationSignal = Exclude<ConnectionSignal, { control: unknown }>;

/** The direct path to one other participant for the whole call, across successive peer connections. */
export type DirectPath = ReturnType<typeof createDirectPath>;

export function createDirectPath(options: DirectPathOptions) {
  const { isPolite, send } = options;
  const sendControl = (connection: ConnectionControl) => send({ control: { connection } });
  const watch = createConnectionWatch({
    canRestart: !isPolite,
    restartIce: () => void holder.restartIce(),
    onConnected: options.onConnected,
    onLost: options.onLost,
    onLossDetected: () => holder.current() && sendControl('relay'),
  });
  const holder = createConnectionHolder(options, watch);

  /** Only the impolite peer restarts ICE; the polite one asks it to. A working connection is left alone. */
  function reconnect() {
    if (watch.isConnected()) return;
    if (!isPolite) void holder.restartIce();
    else if (holder.current()) sendControl('restart');
  }

  async function handleSignal(signal: NegotiationSignal) {
    if ('description' in signal && holder.current()?.isFromNewConnection(signal.description)) await holder.open();
    const connection = holder.current();
    if (connection) await passOn(signal, connection);
  }

  async function handleJoined() {
    const connection = holder.current();
    if (connection?.hasRemoteDescription()) await holder.open();
    else connection?.resendOffer();
  }

  /** A working connection may lack the offer of the video, which does not touch the sound. */
  const handleRestart = () => (watch.isConnected() ? holder.current()?.resendOffer() : reconnect());

  /** The impolite peer makes the offers, so only that one acts on `joined` and `restart`. */
  const onControl: { readonly [Control in ConnectionControl]?: () => void } = {
    relay: () => watch.handlePeerLoss(),
    ...(!isPolite && { joined: () => enqueue(handleJoined), restart: () => enqueue(async () => handleRestart()) }),
  };

  // Signals are processed one after the other. An invalid signal only costs one possible path.
  let queue = holder.open();
  const enqueue = (task: () => Promise<void>) => {
    queue = queue.then(task).catch(() => {});
  };
  if (isPolite) send({ control: { connection: 'joined', knowsVideo: true } });
  return {
    receive: (signal: ConnectionSignal) => {
      if ('control' in signal) onControl[signal.control.connection]?.();
      else enqueue(() => handleSignal(signal));
    },
    reconnect,
    /** The server can relay signals again. */
    resume: () => {
      if (!watch.isConnected()) return reconnect();
      return isPolite ? sendControl('restart') : holder.current()?.resendOffer();
    },
    setTrack: holder.setTrack,
    setEncodings: holder.setEncodings,
    /** Whether the other page knows cameras and screens, as it said when it joined. */
    setVideoKnown: (isKnown: boolean) => {
      holder.setVideoKnown(isKnown);
      if (isKnown) enqueue(async () => holder.current()?.offerVideo());
    },
    /** The current peer connection, if any. */
    current: holder.current,
    isDirect: watch.isConnected,
    close: () => {
      watch.close();
      holder.close();
    },
  };
}

/** Holds the current peer connection, which may be replaced. */
function createConnectionHolder(options: DirectPathOptions, watch: ConnectionWatch) {
  let { outgoing, encodings } = options;
  let current: MediaConnection | null = null;
  let isVideoKnown = false;
  let isClosed = false;
  return {
    current: () => current,
    open: async () => {
      const iceServers = await options.iceServers();
      if (isClosed) return;
      if (current) {
        current.close();
        watch.reset();
      }
      try {
        const opened: MediaConnection = createMediaConnection({
          ...options,
          iceServers,
          outgoing,
          encodings,
          isVideoKnown,
          onTrack: (source, track) => opened === current && options.onTrack(source, track),
          onStateChange: (state) => opened === current && watch.setState(state),
        });
        current = opened;
      } catch {
        // WebRTC is missing or blocked: the server relays all audio.
        watch.setState('failed');
      }
    },
    restartIce: async () => {
      const iceServers = await options.iceServers();
      await current?.restartIce(iceServers).catch(() => {});
    },
    setTrack: (source: MediaSource, next: MediaStreamTrack | null) => {
      outgoing = { ...outgoing, [source]: next };
      current?.setTrack(source, next);
    },
    setVideoKnown: (isKnown: boolean) => {
      isVideoKnown = isKnown;
    },
    setEncodings: (next: VideoEncodings) => {
      encodings = next;
      current?.setEncodings(next);
    },
    close: () => {
      isClosed = true;
      current?.close();
    },
  };
}

async function passOn(signal: NegotiationSignal, connection: MediaConnection): Promise<void> {
  if ('description' in signal) return connection.receiveDescription(signal.description);
  if (signal.candidate) await connection.receiveCandidate(signal.candidate);
  return undefined;
}
