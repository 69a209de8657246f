interface LoopbackOptions {
  /** The sound and the picture, as they arrive. */
  readonly onArrived: (received: { sound: MediaStream; picture: MediaStream }) => void;
  readonly onFailed: () => void;
}

export interface Loopback {
  /** Null sends nothing. */
  send: (tracks: { sound: MediaStreamTrack | null; picture: MediaStreamTrack | null }) => void;
  close: () => void;
}

/** A direct connection is made within this page. It takes longer only if something prevents it. */
const timeoutMs = 10_000;

/** A call to oneself: two peer connections in this page, connected with each other like those of two browsers. */
export function openLoopback({ onArrived, onFailed }: LoopbackOptions): Loopback {
  const [near, far] = [new RTCPeerConnection(), new RTCPeerConnection()];
  const sound = near.addTransceiver('audio', { direction: 'sendonly' }).sender;
  const picture = near.addTransceiver('video', { direction: 'sendonly' }).sender;
  const timer = setTimeout(onFailed, timeoutMs);
  let isClosed = false;
  passCandidates(near, far);
  passCandidates(far, near);
  near.addEventListener('connectionstatechange', () => {
    if (near.connectionState === 'failed') onFailed();
    if (near.connectionState !== 'connected') return;
    clearTimeout(timer);
    onArrived({ sound: receivedBy(far, 'audio'), picture: receivedBy(far, 'video') });
  });
  connect(near, far).catch(() => !isClosed && onFailed());
  return {
    send: (tracks) => {
      // Rejected only after the connection was closed.
      void sound.replaceTrack(tracks.sound).catch(() => {});
      void picture.replaceTrack(tracks.picture).catch(() => {});
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      near.close();
      far.close();
    },
  };
}

function passCandidates(from: RTCPeerConnection, to: RTCPeerConnection): void {
  from.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate) void to.addIceCandidate(candidate).catch(() => {});
  });
}

async function connect(near: RTCPeerConnection, far: RTCPeerConnection): Promise<void> {
  const offer = await near.createOffer();
  // The other side must know the offer before the candidates that follow from setting it.
  await far.setRemoteDescription(offer);
  await near.setLocalDescription(offer);
  const answer = await far.createAnswer();
  await near.setRemoteDescription(answer);
  await far.setLocalDescription(answer);
}

function receivedBy(connection: RTCPeerConnection, kind: 'audio' | 'video'): MediaStream {
  const tracks = connection.getReceivers().map(({ track }) => track);
  return new MediaStream(tracks.filter((track) => track.kind === kind));
}
