import type { ConnectionSignal, IceServer } from '@chat-app/contract';
import { createPeerConnection } from '../../../rtc/peer-connection.ts';
import { emojiOf } from '../../../rtc/verification.ts';
import type { VideoEncodings } from '../video/encodings.ts';
import { encodeAs } from './encode-as.ts';
import { kindOf, mediaSources } from './media-source.ts';
import type { MediaSource, OutgoingMedia } from './media-source.ts';

export interface MediaConnectionOptions {
  readonly iceServers: readonly IceServer[];
  /** The impolite peer makes the first offer. */
  readonly isPolite: boolean;
  readonly outgoing: OutgoingMedia;
  readonly encodings: VideoEncodings;
  /** The other page has said that it knows cameras and screens. */
  readonly isVideoKnown: boolean;
  readonly send: (signal: ConnectionSignal) => void;
  readonly onTrack: (source: MediaSource, track: MediaStreamTrack) => void;
  readonly onStateChange: (state: RTCPeerConnectionState) => void;
}

/** One peer connection to another participant. */
export type MediaConnection = ReturnType<typeof createMediaConnection>;

/** In a large call single candidates would be too many messages. */
const gatherMs = 200;
/** Far more than any release has. Each section costs memory before it can be ignored. */
const sectionsMax = 16;

/**
 * Uses one transceiver per source for both directions. All of them are negotiated at the beginning, so that turning a
 * camera on only replaces a track: it needs no message and cannot disturb the sound.
 */
export function createMediaConnection({ onTrack, ...options }: MediaConnectionOptions) {
  let { outgoing, encodings } = options;
  const peer = createPeerConnection({
    ...options,
    gatherMs,
    prepareAnswer: async () => {
      await acceptOffered(connection, (source) => outgoing[source]);
      applyEncodings();
    },
  });
  const { connection } = peer;
  function applyEncodings() {
    for (const source of ['camera', 'screen'] as const) {
      const sender = transceiverOf(connection, source)?.sender;
      if (sender) encodeAs(sender, encodings[source]);
    }
  }

  connection.addEventListener('track', ({ track, transceiver }) => {
    const source = sourceOf(connection, transceiver);
    if (source !== null) onTrack(source, track);
  });
  connection.addEventListener('signalingstatechange', () => {
    if (connection.signalingState !== 'stable') return;
    applyEncodings();
    if (!options.isPolite) sendWhereReceiving(connection);
  });
  if (!options.isPolite) addTransceivers(connection, outgoing, options.isVideoKnown);

  return {
    ...peer,
    receiveDescription: async (description: RTCSessionDescriptionInit) => {
      if ((description.sdp?.match(/^m=/gm) ?? []).length <= sectionsMax) await peer.receiveDescription(description);
    },
    /** The track to send; null sends nothing. */
    setTrack: (source: MediaSource, next: MediaStreamTrack | null) => {
      outgoing = { ...outgoing, [source]: next };
      const sender = transceiverOf(connection, source)?.sender;
      // How much a picture is scaled depends on the size of its camera.
      void sender?.replaceTrack(next).then(applyEncodings, () => {});
    },
    /** The other page knows cameras and screens. If the first offer is sent already, the second one offers them. */
    offerVideo: () => {
      if (options.isPolite) return;
      peer.changeFirstOffer(() => {
        for (const transceiver of connection.getTransceivers()) transceiver.direction = 'sendrecv';
      });
    },
    setEncodings: (next: VideoEncodings) => {
      encodings = next;
      applyEncodings();
    },
    /** Whether audio of the microphone has arrived since the last call. */
    hasNewAudio: createAudioWatch(connection),
    verification: createVerification(connection),
    /** The `mid` of the source in statistics; null if the peer does not know it. */
    midOf: (source: MediaSource) => transceiverOf(connection, source)?.mid ?? null,
  };
}

/**
 * Pages of the previous release play the last track they are offered instead of the microphone. So to an unknown page the
 * first offer only asks for the other sources, which they decline. `sendWhereReceiving` then offers them to pages that
 * know them.
 */
function addTransceivers(connection: RTCPeerConnection, outgoing: OutgoingMedia, isVideoKnown: boolean): void {
  for (const source of mediaSources) {
    const direction = source === 'microphone' || isVideoKnown ? 'sendrecv' : 'recvonly';
    connection.addTransceiver(outgoing[source] ?? kindOf(source), { direction });
  }
}

function sendWhereReceiving(connection: RTCPeerConnection): void {
  for (const transceiver of mediaSources.map((source) => transceiverOf(connection, source))) {
    if (transceiver?.currentDirection === 'recvonly') transceiver.direction = 'sendrecv';
  }
}

/** Sends and receives what is known. Everything else in the offer is declined. */
async function acceptOffered(
  connection: RTCPeerConnection,
  trackOf: (source: MediaSource) => MediaStreamTrack | null,
): Promise<void> {
  for (const transceiver of connection.getTransceivers()) {
    const source = sourceOf(connection, transceiver);
    if (transceiver.direction === 'stopped') continue;
    transceiver.direction = source === null ? 'inactive' : 'sendrecv';
    if (source !== null) await transceiver.sender.replaceTrack(trackOf(source));
  }
}

/** The transceivers are in the order of the media sections, on both sides. */
function transceiverOf(connection: RTCPeerConnection, source: MediaSource): RTCRtpTransceiver | null {
  const transceiver = connection.getTransceivers()[mediaSources.indexOf(source)];
  return transceiver?.receiver.track.kind === kindOf(source) ? transceiver : null;
}

/** Null for a media section that is unknown, or of another kind than it has to be. */
function sourceOf(connection: RTCPeerConnection, transceiver: RTCRtpTransceiver): MediaSource | null {
  return mediaSources.find((source) => transceiverOf(connection, source) === transceiver) ?? null;
}

function createAudioWatch(connection: RTCPeerConnection): () => boolean {
  let lastAt = 0;
  return () => {
    const receiver = transceiverOf(connection, 'microphone')?.receiver;
    const [before, at] = [lastAt, receiver?.getSynchronizationSources()[0]?.timestamp ?? 0];
    lastAt = at;
    return at > before && connection.connectionState === 'connected';
  };
}

/** Computes the emoji once: the certificates of a connection never change after the first two descriptions. */
function createVerification(connection: RTCPeerConnection): () => Promise<readonly string[] | null> {
  let emoji: Promise<readonly string[] | null> | null = null;
  return async () => {
    const { localDescription, remoteDescription } = connection;
    if (!localDescription || !remoteDescription) return null;
    emoji ??= emojiOf([localDescription.sdp, remoteDescription.sdp]);
    return emoji;
  };
}
