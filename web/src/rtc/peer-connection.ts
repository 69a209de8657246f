import type { IceCandidate, IceServer } from '@chat-app/contract';
import { haveSameFingerprints } from './fingerprints.ts';
import { createNegotiation } from './negotiation.ts';
import type { NegotiationOptions } from './negotiation.ts';
import { readPathStats } from './stats.ts';

interface PeerConnectionOptions extends NegotiationOptions {
  readonly iceServers: readonly IceServer[];
  readonly onStateChange: (state: RTCPeerConnectionState) => void;
}

export type PeerConnection = ReturnType<typeof createPeerConnection>;

/** An `RTCPeerConnection` with its negotiation. Adding a track or a data channel to `connection` starts an offer. */
export function createPeerConnection({ iceServers, onStateChange, ...options }: PeerConnectionOptions) {
  const connection = new RTCPeerConnection(toConfiguration(iceServers));
  const negotiation = createNegotiation(connection, options);
  connection.addEventListener('connectionstatechange', () => onStateChange(connection.connectionState));
  return {
    connection,
    /** An answer with another certificate is ignored: a connection keeps the one that the users may have verified. */
    receiveDescription: async (description: RTCSessionDescriptionInit) => {
      if (description.type === 'offer' || !hasOtherCertificate(connection, description)) {
        await negotiation.receiveDescription(description);
      }
    },
    receiveCandidate: (candidate: IceCandidate) =>
      negotiation.receiveCandidate(candidate as RTCIceCandidateInit | null),
    hasRemoteDescription: () => connection.remoteDescription !== null,
    /** Whether an offer comes from a new peer connection: the other page was reloaded. */
    isFromNewConnection: (description: RTCSessionDescriptionInit) =>
      description.type === 'offer' && hasOtherCertificate(connection, description),
    /** Sends a pending offer again, because the peer may have missed it. */
    resendOffer: negotiation.resendOffer,
    changeFirstOffer: negotiation.changeFirstOffer,
    /** Restarts ICE, for example after a network change. */
    restartIce: async (freshServers: readonly IceServer[]) => {
      if (connection.signalingState === 'closed') return;
      connection.setConfiguration(toConfiguration(freshServers));
      await negotiation.restartIce();
    },
    readStats: async () => readPathStats(await connection.getStats()),
    close: () => connection.close(),
  };
}

const toConfiguration = (iceServers: readonly IceServer[]): RTCConfiguration => ({
  iceServers: iceServers as RTCIceServer[],
  bundlePolicy: 'max-bundle',
});

function hasOtherCertificate({ remoteDescription }: RTCPeerConnection, { sdp }: RTCSessionDescriptionInit): boolean {
  return remoteDescription !== null && !haveSameFingerprints(remoteDescription.sdp, sdp);
}
