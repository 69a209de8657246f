import type { ConnectionSignal } from '@chat-app/contract';
import { createSettling, isLateAnswer } from './settling.ts';

interface NegotiationParts {
  readonly isPolite: boolean;
  readonly send: (signal: ConnectionSignal) => void;
  /** Called before an offer is answered. */
  readonly prepareAnswer: () => Promise<void>;
}

/** Implements the WebRTC "perfect negotiation" pattern. */
export function createNegotiation(connection: RTCPeerConnection, { isPolite, send, prepareAnswer }: NegotiationParts) {
  const settling = createSettling(connection, send);
  const early: RTCIceCandidateInit[] = [];
  let offerCount = 0;
  let isIgnoring = false;
  let answering: Promise<void> = Promise.resolve();

  async function offer() {
    // The peer accepts an offer only after it has received the pending answer.
    await answering.catch(() => {});
    // Another negotiation is in progress. The browser fires `negotiationneeded` again once it is done.
    if (connection.signalingState !== 'stable') return;
    offerCount += 1;
    await settling.settle().catch(() => {});
    offerCount -= 1;
  }
  connection.addEventListener('negotiationneeded', () => void offer());

  return {
    receiveDescription: async (description: RTCSessionDescriptionInit) => {
      const isOffer = description.type === 'offer';
      isIgnoring = isOffer && !isPolite && (offerCount > 0 || connection.signalingState !== 'stable');
      if (isIgnoring || isLateAnswer(connection, description)) return;
      await connection.setRemoteDescription(description);
      for (const candidate of early.splice(0)) await connection.addIceCandidate(candidate).catch(() => {});
      if (!isOffer) return;
      await prepareAnswer();
      answering = settling.settle();
      await answering;
    },
    receiveCandidate: async (candidate: RTCIceCandidateInit) => {
      if (!connection.remoteDescription) early.push(candidate);
      // Candidates of an ignored offer match nothing. A candidate that fails only costs one possible path.
      else if (!isIgnoring) await connection.addIceCandidate(candidate).catch(() => {});
    },
    restart: async () => {
      if (connection.signalingState === 'have-local-offer') {
        // The offer may have been lost. While it is pending, no new one is made and the peer's offers are ignored.
        settling.forget();
        await connection.setLocalDescription({ type: 'rollback' });
      }
      connection.restartIce();
    },
    tellAgain: settling.tellAgain,
  };
}
