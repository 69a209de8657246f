import type { IceServer, VoiceSignal } from '@chat-app/contract';

export interface PairParts {
  readonly iceServers: readonly IceServer[];
  /** Of two who offer at once, the polite one gives way. The other one begins. */
  readonly isPolite: boolean;
  readonly track: MediaStreamTrack | null;
  readonly send: (signal: VoiceSignal) => void;
  readonly onTrack: (track: MediaStreamTrack) => void;
  readonly onState: (state: RTCPeerConnectionState) => void;
}

/** One connection to one other browser, and how the two agree on it. */
export type Pair = ReturnType<typeof createPair>;

/** Candidates found within this time travel with the description; in a large call they would be too many one by one. */
const gatherMs = 200;

/** The pattern of 'perfect negotiation', with one line for sound that both use for both directions. */
export function createPair({ iceServers, isPolite, track, send, onTrack, onState }: PairParts) {
  const connection = new RTCPeerConnection({ iceServers: iceServers as RTCIceServer[], bundlePolicy: 'max-bundle' });
  const settle = createSettling(connection, send);
  const early: RTCIceCandidateInit[] = [];
  let outgoing = track;
  let isOffering = false;
  let isIgnoring = false;

  async function offer() {
    isOffering = true;
    await settle().catch(() => {});
    isOffering = false;
  }
  connection.addEventListener('negotiationneeded', () => void offer());
  connection.addEventListener('track', (event) => onTrack(event.track));
  connection.addEventListener('connectionstatechange', () => onState(connection.connectionState));
  if (!isPolite) connection.addTransceiver(track ?? 'audio', { direction: 'sendrecv' });

  async function receiveDescription(description: RTCSessionDescriptionInit) {
    const isOffer = description.type === 'offer';
    isIgnoring = isOffer && !isPolite && (isOffering || connection.signalingState !== 'stable');
    if (isIgnoring) return;
    await connection.setRemoteDescription(description);
    for (const candidate of early.splice(0)) await connection.addIceCandidate(candidate).catch(() => {});
    if (!isOffer) return;
    const [line] = connection.getTransceivers();
    if (line) line.direction = 'sendrecv';
    await line?.sender.replaceTrack(outgoing);
    await settle();
  }

  async function receiveCandidate(candidate: RTCIceCandidateInit) {
    if (!connection.remoteDescription) early.push(candidate);
    // One that belongs to an offer we ignored fits nothing; one that does not fit is one way less.
    else if (!isIgnoring) await connection.addIceCandidate(candidate).catch(() => {});
  }

  return {
    receiveDescription,
    receiveCandidate,
    /** Whether an offer comes from another connection than the one we talked to: the other page was loaded anew. */
    isStranger: (description: RTCSessionDescriptionInit) => isStranger(connection, description),
    /** What is sent; null sends nothing at all. */
    setTrack: (next: MediaStreamTrack | null) => {
      outgoing = next;
      void connection
        .getTransceivers()[0]
        ?.sender.replaceTrack(next)
        .catch(() => {});
    },
    /** Looks for a way anew: the network is another one. */
    restart: () => connection.restartIce(),
    /** Whether sound came in since this was last asked. */
    hasNews: createNewsWatch(connection),
    roundTripMs: () => readRoundTrip(connection),
    close: () => connection.close(),
  };
}

/** Settles on a description of ours and says it; candidates that come later follow one by one. */
function createSettling(connection: RTCPeerConnection, send: (signal: VoiceSignal) => void): () => Promise<void> {
  let isTold = false;
  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate && isTold) send({ candidate: candidate.toJSON() as { candidate: string } });
  });
  return async () => {
    isTold = false;
    await connection.setLocalDescription();
    await gathered(connection);
    const description = connection.localDescription;
    if (!description || connection.signalingState === 'closed') return;
    send({ description: { type: description.type, sdp: description.sdp } });
    isTold = true;
  };
}

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

function gathered(connection: RTCPeerConnection): Promise<void> {
  if (connection.iceGatheringState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      connection.removeEventListener('icegatheringstatechange', check);
      resolve();
    };
    const check = () => connection.iceGatheringState === 'complete' && finish();
    const timer = setTimeout(finish, gatherMs);
    connection.addEventListener('icegatheringstatechange', check);
  });
}

async function readRoundTrip(connection: RTCPeerConnection): Promise<number | null> {
  const report = await connection.getStats();
  for (const entry of (report as ReadonlyMap<string, RTCIceCandidatePairStats>).values()) {
    const isInUse = entry.type === 'candidate-pair' && entry.nominated === true && entry.state === 'succeeded';
    if (isInUse && entry.currentRoundTripTime !== undefined) return entry.currentRoundTripTime * 1000;
  }
  return null;
}
