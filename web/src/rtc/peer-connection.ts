import type { IceCandidate, IceServer } from '@chat-app/contract';
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
    receiveDescription: negotiation.receiveDescription,
    receiveCandidate: (candidate: IceCandidate) =>
      negotiation.receiveCandidate(candidate as RTCIceCandidateInit | null),
    hasRemoteDescription: () => connection.remoteDescription !== null,
    /** Whether an offer comes from a new peer connection: the other page was reloaded. */
    isFromNewConnection: ({ type, sdp }: RTCSessionDescriptionInit) => {
      const { remoteDescription } = connection;
      return (
        type === 'offer' && remoteDescription !== null && fingerprintOf(remoteDescription.sdp) !== fingerprintOf(sdp)
      );
    },
    /** Sends a pending offer again, because the peer may have missed it. */
    resendOffer: negotiation.resendOffer,
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

const fingerprintOf = (sdp = '') => /^a=fingerprint:(.+)$/m.exec(sdp)?.[1]?.trim();
