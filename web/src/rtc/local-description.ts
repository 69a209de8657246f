import type { IceCandidate, SessionDescription } from '@chat-app/contract';
import { markAnswer } from './answer-mark.ts';

/** What two peer connections exchange through the server. */
export type PeerSignal = { readonly description: SessionDescription } | { readonly candidate: IceCandidate };

interface LocalDescriptionOptions {
  /** Candidates found within this time are sent with the description; later ones are sent one by one. */
  readonly gatherMs: number;
  readonly send: (signal: PeerSignal) => void;
}

/** Sets and sends the local description, and the candidates that belong to it. */
export function createLocalDescription(connection: RTCPeerConnection, { gatherMs, send }: LocalDescriptionOptions) {
  let isSent = false;
  let revision = 0;
  let gathering: { readonly ufrag: string | undefined; readonly done: Promise<void> } | null = null;
  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate && isSent) send({ candidate: candidate.toJSON() as IceCandidate });
  });

  function sendCurrent() {
    const { localDescription, remoteDescription, signalingState } = connection;
    // Meanwhile the peer's offer may have replaced ours, or the connection may be closed.
    if (!localDescription || signalingState !== stateAfter[localDescription.type]) return;
    const { sdp } = localDescription;
    const isAnswer = localDescription.type === 'answer';
    send({
      description: isAnswer
        ? { type: 'answer', sdp: markAnswer(sdp, remoteDescription?.sdp ?? '') }
        : { type: 'offer', sdp },
    });
    isSent = true;
  }

  /** Only new ICE credentials have new candidates. A later offer with the same ones would wait for nothing. */
  async function gather() {
    const ufrag = connection.localDescription?.sdp.match(/^a=ice-ufrag:(.*)$/m)?.[1];
    if (gathering?.ufrag !== ufrag) gathering = { ufrag, done: gatherCandidates(connection, gatherMs) };
    await gathering?.done;
  }

  return {
    /** Makes the offer or answer that is due, and sends it. */
    update: async () => {
      revision += 1;
      const ownRevision = revision;
      isSent = false;
      await connection.setLocalDescription();
      if (gatherMs > 0) await gather();
      if (ownRevision === revision) sendCurrent();
    },
    /** Discards the description that is being prepared. */
    discard: () => {
      revision += 1;
      isSent = false;
    },
    isSent: () => isSent,
    /** Sends a pending offer again. */
    resendOffer: () => {
      if (isSent && connection.signalingState === 'have-local-offer') sendCurrent();
    },
  };
}

/** The signaling state after a local description of each type is set. */
const stateAfter: Partial<Record<RTCSdpType, RTCSignalingState>> = { offer: 'have-local-offer', answer: 'stable' };

function gatherCandidates(connection: RTCPeerConnection, gatherMs: number): Promise<void> {
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
