import type { ConnectionSignal, IceServer } from '@chat-app/contract';
import { createPeerConnection } from '../../../rtc/peer-connection.ts';

interface AudioConnectionOptions {
  readonly iceServers: readonly IceServer[];
  /** The impolite peer makes the first offer. */
  readonly isPolite: boolean;
  readonly track: MediaStreamTrack | null;
  readonly send: (signal: ConnectionSignal) => void;
  readonly onTrack: (track: MediaStreamTrack) => void;
  readonly onStateChange: (state: RTCPeerConnectionState) => void;
}

/** One peer connection to another participant. */
export type AudioConnection = ReturnType<typeof createAudioConnection>;

/** In a large call single candidates would be too many messages. */
const gatherMs = 200;

/** Uses a single audio transceiver for both directions. */
export function createAudioConnection({ track, onTrack, ...options }: AudioConnectionOptions) {
  let outgoing = track;
  const peer = createPeerConnection({
    ...options,
    gatherMs,
    prepareAnswer: async () => {
      const [transceiver] = connection.getTransceivers();
      if (transceiver) transceiver.direction = 'sendrecv';
      await transceiver?.sender.replaceTrack(outgoing);
    },
  });
  const { connection } = peer;
  connection.addEventListener('track', (event) => onTrack(event.track));
  if (!options.isPolite) connection.addTransceiver(track ?? 'audio', { direction: 'sendrecv' });

  return {
    ...peer,
    /** The track to send; null sends nothing. */
    setTrack: (next: MediaStreamTrack | null) => {
      outgoing = next;
      void connection
        .getTransceivers()[0]
        ?.sender.replaceTrack(next)
        .catch(() => {});
    },
    /** Whether audio has arrived since the last call. */
    hasNewAudio: createAudioWatch(connection),
  };
}

function createAudioWatch(connection: RTCPeerConnection): () => boolean {
  let lastAt = 0;
  return () => {
    const [source] = connection.getReceivers()[0]?.getSynchronizationSources() ?? [];
    const [before, at] = [lastAt, source?.timestamp ?? 0];
    lastAt = at;
    return at > before && connection.connectionState === 'connected';
  };
}
