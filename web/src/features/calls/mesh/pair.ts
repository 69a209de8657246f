import type { ConnectionSignal, IceServer } from '@chat-app/contract';
import { createNegotiation } from './negotiation.ts';

export interface PairParts {
  readonly iceServers: readonly IceServer[];
  /** When both peers offer at once, the polite one yields. The impolite one makes the first offer. */
  readonly isPolite: boolean;
  readonly track: MediaStreamTrack | null;
  readonly send: (signal: ConnectionSignal) => void;
  readonly onTrack: (track: MediaStreamTrack) => void;
  readonly onState: (state: RTCPeerConnectionState) => void;
}

/** One peer connection to another browser, with its negotiation. */
export type Pair = ReturnType<typeof createPair>;

/** Uses a single audio transceiver for both directions. */
export function createPair({ iceServers, isPolite, track, send, onTrack, onState }: PairParts) {
  const connection = new RTCPeerConnection(configured(iceServers));
  let outgoing = track;
  const negotiation = createNegotiation(connection, {
    isPolite,
    send,
    prepareAnswer: async () => {
      const [line] = connection.getTransceivers();
      if (line) line.direction = 'sendrecv';
      await line?.sender.replaceTrack(outgoing);
    },
  });
  connection.addEventListener('track', (event) => onTrack(event.track));
  connection.addEventListener('connectionstatechange', () => onState(connection.connectionState));
  if (!isPolite) connection.addTransceiver(track ?? 'audio', { direction: 'sendrecv' });

  return {
    receiveDescription: negotiation.receiveDescription,
    receiveCandidate: negotiation.receiveCandidate,
    /** Whether an offer comes from a new peer connection: the other page was reloaded. */
    isStranger: (description: RTCSessionDescriptionInit) => isStranger(connection, description),
    /** The track to send; null sends nothing. */
    setTrack: (next: MediaStreamTrack | null) => {
      outgoing = next;
      void connection
        .getTransceivers()[0]
        ?.sender.replaceTrack(next)
        .catch(() => {});
    },
    /** Whether a remote description was ever set. */
    hasAgreed: () => connection.remoteDescription !== null,
    /** Resends a pending offer that the peer may have missed. */
    tellAgain: negotiation.tellAgain,
    /** Restarts ICE, for example after a network change. */
    restart: async (freshServers: readonly IceServer[]) => {
      if (connection.signalingState === 'closed') return;
      connection.setConfiguration(configured(freshServers));
      await negotiation.restart();
    },
    /** Whether audio has arrived since the last call. */
    hasNews: createNewsWatch(connection),
    roundTripMs: () => readRoundTrip(connection),
    close: () => connection.close(),
  };
}

const configured = (iceServers: readonly IceServer[]): RTCConfiguration => ({
  iceServers: iceServers as RTCIceServer[],
  bundlePolicy: 'max-bundle',
});

function isStranger({ remoteDescription }: RTCPeerConnection, { type, sdp }: RTCSessionDescriptionInit): boolean {
  return type === 'offer' && remoteDescription !== null && fingerprintOf(remoteDescription.sdp) !== fingerprintOf(sdp);
}

function createNewsWatch(connection: RTCPeerConnection): () => boolean {
  let newsAt = 0;
  return () => {
    const [source] = connection.getReceivers()[0]?.getSynchronizationSources() ?? [];
    const [before, at] = [newsAt, source?.timestamp ?? 0];
    newsAt = at;
    return at > before && connection.connectionState === 'connected';
  };
}

const fingerprintOf = (sdp = '') => /^a=fingerprint:(.+)$/m.exec(sdp)?.[1]?.trim();

async function readRoundTrip(connection: RTCPeerConnection): Promise<number | null> {
  const report = await connection.getStats();
  for (const entry of (report as ReadonlyMap<string, RTCIceCandidatePairStats>).values()) {
    const isInUse = entry.type === 'candidate-pair' && entry.nominated === true && entry.state === 'succeeded';
    if (isInUse && entry.currentRoundTripTime !== undefined) return entry.currentRoundTripTime * 1000;
  }
  return null;
}
