import { limits } from '@chat-app/contract';
import { toDataUrl } from './data-url.ts';
import type { ChunkEncoderOptions, ChunkEncoder } from './chunk-encoder.ts';

/** Recorders start late and stop early, so the next one runs for this long before the previous one stops. */
const overlapMs = 60;
// Not Ogg: the receiver joins Ogg chunks without searching for an overlap.
const types = ['audio/webm;codecs=opus', 'audio/mp4'];

/** Null if this browser cannot record. */
export function createRecorderChunkEncoder({
  stream,
  onChunk,
}: Pick<ChunkEncoderOptions, 'stream' | 'onChunk'>): ChunkEncoder | null {
  if (typeof MediaRecorder === 'undefined') return null;
  const type = types.find((candidate) => MediaRecorder.isTypeSupported(candidate));
  if (type === undefined) return null;
  const mimeType = type;
  let recorder: MediaRecorder | null = null;
  let nextTimer: ReturnType<typeof setTimeout> | undefined;
  // Reading a blob is asynchronous; chain the chunks to send them in the order of recording.
  let queue: Promise<void> = Promise.resolve();

  async function send(recording: Blob) {
    if (recording.size > 0) onChunk(toDataUrl(mimeType, new Uint8Array(await recording.arrayBuffer())));
  }

  function startNext() {
    const before = recorder;
    recorder = new MediaRecorder(stream(), { mimeType, audioBitsPerSecond: 32_000 });
    recorder.addEventListener('dataavailable', ({ data }) => {
      queue = queue.then(() => send(data)).catch(() => {});
    });
    recorder.start();
    if (before) setTimeout(() => stop(before), overlapMs);
    nextTimer = setTimeout(startNext, limits.audioPieceMs);
  }

  function setOn(isOn: boolean) {
    if (isOn === (recorder !== null)) return;
    if (isOn) return startNext();
    clearTimeout(nextTimer);
    if (recorder) stop(recorder);
    recorder = null;
  }

  return { setOn, close: () => setOn(false) };
}

function stop(recorder: MediaRecorder): void {
  if (recorder.state !== 'inactive') recorder.stop();
}
