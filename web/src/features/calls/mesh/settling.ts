import type { ConnectionSignal } from '@chat-app/contract';

/** Candidates found within this time are sent with the description; in a large call single ones would be too many. */
const gatherMs = 200;

/** Sets and sends the local description. Candidates found later are sent one by one. */
export function createSettling(connection: RTCPeerConnection, send: (signal: ConnectionSignal) => void) {
  let isTold = false;
  let newest = 0;
  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate && isTold) send({ candidate: candidate.toJSON() as { candidate: string } });
  });

  function tell() {
    const { localDescription, remoteDescription, signalingState } = connection;
    // Meanwhile the peer's offer may have replaced ours, or the connection may be closed.
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
    /** Discards the description that is being prepared. */
    forget: () => {
      newest += 1;
      isTold = false;
    },
    tellAgain: () => isTold && connection.signalingState === 'have-local-offer' && tell(),
  };
}

/** The signaling state after a local description of each type is set. */
const stateAfter: Partial<Record<RTCSdpType, RTCSignalingState>> = { offer: 'have-local-offer', answer: 'stable' };

/** A custom attribute that browsers ignore. Nothing else in an answer identifies the offer it belongs to. */
const answerMark = (offer: RTCSessionDescription | null) => `a=x-answer-to:${ufragOf(offer?.sdp)}\r\n`;

/** Whether an answer belongs to an outdated offer. The browser would accept it, but could not connect. */
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
