/** What a page saw of one remote camera. */
export interface SeenVideo {
  readonly frames: number;
  /** From painting a frame at the sender to presenting it here. */
  readonly delaysMs: number[];
  readonly width: number;
  readonly height: number;
}

declare global {
  interface Window {
    /** When the first frame of any remote camera was presented, on the machine's clock; 0 before. */
    firstFrameAtMs?: number;
    startCounting?: () => void;
    seenVideos?: () => SeenVideo[];
  }
}

/** The clock in the picture: this many bits of the time in milliseconds, then their parity, as black and white blocks. */
const clock = { bits: 16, heightShare: 0.12 };
export type PaintedClock = typeof clock;
export const paintedClock: PaintedClock = clock;

/** A camera whose picture shows the time. The microphone stays as it was replaced before. Runs in the page. */
export function fakeCamera({ bits, heightShare }: PaintedClock): void {
  const openMicrophone = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    if (!constraints?.video) return openMicrophone(constraints);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1280, 720];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('nothing can be painted');
    const paintColumns = (from: number, to: number) => {
      for (let column = from; column < to; column += 1) {
        context.fillStyle = `hsl(${(column * 22) % 360} 60% 50%)`;
        context.fillRect(column * 80, canvas.height * heightShare, 80, canvas.height);
      }
    };
    paintColumns(0, 16);
    let ballX = 640;
    const paint = () => {
      const nowMs = Math.round(performance.timeOrigin + performance.now()) % 2 ** bits;
      // Something that moves before a background, as people do: a still picture costs an encoder nothing. All of it
      // would cost more to paint here than a camera costs.
      paintColumns(Math.floor((ballX - 90) / 80), Math.ceil((ballX + 90) / 80));
      ballX = 640 + 400 * Math.sin(nowMs / 700);
      context.fillStyle = '#fff';
      context.beginPath();
      context.arc(ballX, 420 + 180 * Math.cos(nowMs / 500), 90, 0, 7);
      context.fill();
      let parity = 0;
      for (let bit = 0; bit <= bits; bit += 1) {
        const isSet = bit < bits ? Math.floor(nowMs / 2 ** bit) % 2 === 1 : parity === 1;
        if (isSet && bit < bits) parity = 1 - parity;
        context.fillStyle = isSet ? '#fff' : '#000';
        context.fillRect(
          (bit * canvas.width) / (bits + 1),
          0,
          canvas.width / (bits + 1) + 1,
          canvas.height * heightShare,
        );
      }
    };
    paint();
    const timer = setInterval(paint, 1000 / 30);
    const stream = canvas.captureStream(30);
    const [track] = stream.getVideoTracks();
    if (track) {
      const stop = track.stop.bind(track);
      track.stop = () => {
        clearInterval(timer);
        stop();
      };
    }
    return stream;
  };
}

/** Watches the remote cameras that the page shows. Runs in the page, before everything else. */
export function watchRemoteVideos({ bits, heightShare }: PaintedClock): void {
  const remoteTrackIds = new Set<string>();
  const own = Object.getOwnPropertyDescriptor(RTCPeerConnection.prototype, 'setRemoteDescription');
  const setRemoteDescription = own?.value as (...args: unknown[]) => Promise<void>;
  RTCPeerConnection.prototype.setRemoteDescription = async function watched(
    this: RTCPeerConnection,
    ...args: unknown[]
  ) {
    await setRemoteDescription.apply(this, args);
    for (const { track } of this.getReceivers()) remoteTrackIds.add(track.id);
  };

  const watched = new Map<HTMLVideoElement, { frames: number; delaysMs: number[] }>();
  let isCounting = false;
  const sample = document.createElement('canvas');
  [sample.width, sample.height] = [bits + 1, 1];
  const context = sample.getContext('2d', { willReadFrequently: true });

  function readClock(video: HTMLVideoElement): number | null {
    if (!context) return null;
    // The middle of the blocks, each shrunk to one pixel.
    const height = video.videoHeight * heightShare;
    context.drawImage(video, 0, height * 0.3, video.videoWidth, height * 0.4, 0, 0, bits + 1, 1);
    const { data } = context.getImageData(0, 0, bits + 1, 1);
    let [value, parity] = [0, 0];
    for (let bit = 0; bit < bits; bit += 1) {
      if ((data[bit * 4] ?? 0) < 128) continue;
      value += 2 ** bit;
      parity = 1 - parity;
    }
    const isParitySet = (data[bits * 4] ?? 0) >= 128;
    return isParitySet === (parity === 1) ? value : null;
  }

  function watch(video: HTMLVideoElement) {
    const seen = { frames: 0, delaysMs: [] as number[] };
    watched.set(video, seen);
    const onFrame: VideoFrameRequestCallback = (_now, { presentationTime }) => {
      const atMs = performance.timeOrigin + presentationTime;
      window.firstFrameAtMs ||= atMs;
      if (isCounting) {
        seen.frames += 1;
        // Reading each frame would cost more than showing it.
        const painted = seen.frames % 5 === 0 ? readClock(video) : null;
        const delayMs = painted === null ? -1 : (atMs - painted) % 2 ** bits;
        if (delayMs >= 0 && delayMs < 10_000) seen.delaysMs.push(delayMs);
      }
      video.requestVideoFrameCallback(onFrame);
    };
    video.requestVideoFrameCallback(onFrame);
  }

  const isRemote = ({ srcObject }: HTMLVideoElement) =>
    srcObject instanceof MediaStream && srcObject.getVideoTracks().some(({ id }) => remoteTrackIds.has(id));
  setInterval(() => {
    for (const video of document.querySelectorAll('video')) if (!watched.has(video) && isRemote(video)) watch(video);
  }, 10);
  window.firstFrameAtMs = 0;
  window.startCounting = () => {
    isCounting = true;
  };
  window.seenVideos = () =>
    [...watched].flatMap(([{ isConnected, videoWidth, videoHeight }, seen]) =>
      isConnected ? [{ ...seen, width: videoWidth, height: videoHeight }] : [],
    );
}
