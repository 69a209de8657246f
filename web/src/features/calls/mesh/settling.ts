import type { ConnectionSignal } from '@chat-app/contract';

/** Candidates found within this time travel with the description; in a large call they would be too many one by one. */
const gatherMs = 200;

/** Settles on a description of ours and says it; candidates that come later follow one by one. */
export function createSettling(connection: RTCPeerConnection, send: (signal: ConnectionSignal) => void) {
  let isTold = false;
  let newest = 0;
  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate && isTold) send({ candidate: candidate.toJSON() as { candidate: string } });
  });

  function tell() {
    const { localDescription, remoteDescription, signalingState } = connection;
    // Meanwhile the other side's offer may have taken the place of ours, or the connection may be closed.
    if (!localDescription || signalingState !== stateAfter[localDescription.type]) return;
    const { type, sdp } = localDescription;
    send({ description: { type, sdp: type === 'answer' ? sdp + answerMark(remoteDescription) : sdp } });
    isTold = true;
  }

  return {
    settle: async () => {
      newest += 1;
      const mine = newest;
      isTold = false;
      await connection.setLocalDescription();
      await gathered(connection);
      if (mine === newest) tell();
    },
    /** What is being settled is no longer wanted. */
    forget: () => {
      newest += 1;
      isTold = false;
    },
    tellAgain: () => isTold && connection.signalingState === 'have-local-offer' && tell(),
  };
}

/** How a connection stands after it settled on something. */
const stateAfter: Partial<Record<RTCSdpType, RTCSignalingState>> = { offer: 'have-local-offer', answer: 'stable' };

/** An attribute that browsers skip. Nothing else in an answer tells which of several offers it is about. */
const answerMark = (offer: RTCSessionDescription | null) => `a=x-answer-to:${ufragOf(offer?.sdp)}\r\n`;

/** Whether it is about an offer that no longer stands: it would fit by its form, and connect nothing. */
export function isLateAnswer(
  { localDescription }: RTCPeerConnection,
  { type, sdp = '' }: RTCSessionDescriptionInit,
): boolean {
  const about = /^a=x-answer-to:(.+)$/m.exec(sdp)?.[1]?.trim();
  return type === 'answer' && about !== undefined && about !== ufragOf(localDescription?.sdp);
}

const ufragOf = (sdp = '') => /^a=ice-ufrag:(.+)$/m.exec(sdp)?.[1]?.trim();

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
