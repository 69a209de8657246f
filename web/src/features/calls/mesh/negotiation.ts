import type { ConnectionSignal } from '@chat-app/contract';
import { createSettling, isLateAnswer } from './settling.ts';

interface NegotiationParts {
  readonly isPolite: boolean;
  readonly send: (signal: ConnectionSignal) => void;
  /** Before an offer is answered. */
  readonly prepareAnswer: () => Promise<void>;
}

/** The pattern of 'perfect negotiation'. */
export function createNegotiation(connection: RTCPeerConnection, { isPolite, send, prepareAnswer }: NegotiationParts) {
  const settling = createSettling(connection, send);
  const early: RTCIceCandidateInit[] = [];
  let offerCount = 0;
  let isIgnoring = false;
  let answering: Promise<void> = Promise.resolve();

  async function offer() {
    // The other side takes an offer only after the answer that it waits for.
    await answering.catch(() => {});
    // Whatever came meanwhile is settled first; then the browser wants this again.
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
      // One that belongs to an offer we ignored fits nothing; one that does not fit is one way less.
      else if (!isIgnoring) await connection.addIceCandidate(candidate).catch(() => {});
    },
    restart: async () => {
      if (connection.signalingState === 'have-local-offer') {
        // It may have been lost on its way. As long as it stands no other one is made, and the other side's are ignored.
        settling.forget();
        await connection.setLocalDescription({ type: 'rollback' });
      }
      connection.restartIce();
    },
    tellAgain: settling.tellAgain,
  };
}
