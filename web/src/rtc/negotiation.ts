import { isStaleAnswer } from './answer-mark.ts';
import { createLocalDescription } from './local-description.ts';
import type { PeerSignal } from './local-description.ts';

export interface NegotiationOptions {
  /** When both peers offer at once, the polite one yields. */
  readonly isPolite: boolean;
  /** Candidates found within this time are sent with the description; later ones are sent one by one. */
  readonly gatherMs: number;
  readonly send: (signal: PeerSignal) => void;
  /** Called before an offer is answered. */
  readonly prepareAnswer?: () => Promise<void>;
  readonly onOfferFailed?: () => void;
}

/** Implements the WebRTC "perfect negotiation" pattern. */
export function createNegotiation(
  connection: RTCPeerConnection,
  { isPolite, prepareAnswer, onOfferFailed, ...options }: NegotiationOptions,
) {
  const local = createLocalDescription(connection, options);
  const earlyCandidates: (RTCIceCandidateInit | null)[] = [];
  let offersInProgress = 0;
  let isIgnoringOffer = false;
  let answering: Promise<void> = Promise.resolve();

  async function offer() {
    // The peer accepts an offer only after it has received the pending answer.
    await answering.catch(() => {});
    // Another negotiation is in progress. The browser fires `negotiationneeded` again once it is done.
    if (connection.signalingState === 'stable') await makeOffer();
  }
  async function makeOffer() {
    offersInProgress += 1;
    await local.update().catch(() => onOfferFailed?.());
    offersInProgress -= 1;
  }
  connection.addEventListener('negotiationneeded', () => void offer());

  // A candidate that fails only costs one possible path.
  const addCandidate = (candidate: RTCIceCandidateInit | null) => connection.addIceCandidate(candidate).catch(() => {});

  return {
    receiveDescription: async (description: RTCSessionDescriptionInit) => {
      const isOffer = description.type === 'offer';
      isIgnoringOffer = isOffer && !isPolite && (offersInProgress > 0 || connection.signalingState !== 'stable');
      if (isIgnoringOffer || isOutdated(connection, description)) return;
      await connection.setRemoteDescription(description);
      for (const candidate of earlyCandidates.splice(0)) await addCandidate(candidate);
      if (!isOffer) return;
      await prepareAnswer?.();
      answering = local.update();
      await answering;
    },
    receiveCandidate: async (candidate: RTCIceCandidateInit | null) => {
      if (!connection.remoteDescription) earlyCandidates.push(candidate);
      // Candidates of an ignored offer match nothing.
      else if (!isIgnoringOffer) await addCandidate(candidate);
    },
    restartIce: async () => {
      if (connection.signalingState === 'have-local-offer') {
        // The offer may have been lost. While it is pending, no new one is made and the peer's offers are ignored.
        local.discard();
        await connection.setLocalDescription({ type: 'rollback' });
      }
      connection.restartIce();
    },
    resendOffer: local.resendOffer,
    /** Makes a change that the first offer contains; none once that offer is sent. */
    changeFirstOffer: (change: () => void) => {
      if (connection.remoteDescription || local.isSent()) return;
      change();
      if (offersInProgress > 0) void makeOffer();
    },
  };
}

function isOutdated({ localDescription }: RTCPeerConnection, { type, sdp = '' }: RTCSessionDescriptionInit): boolean {
  return type === 'answer' && isStaleAnswer(sdp, localDescription?.sdp ?? '');
}
