import { createOpusChunkEncoder } from './opus-chunk-encoder.ts';
import type { ChunkEncoderOptions, ChunkEncoder } from './chunk-encoder.ts';
import { createRecorderChunkEncoder } from './recorder-chunk-encoder.ts';

/** Uses the browser's audio encoder if it works, `MediaRecorder` otherwise. Null if it has neither. */
export async function createChunkEncoder(options: ChunkEncoderOptions): Promise<ChunkEncoder | null> {
  let encoder: ChunkEncoder | null = null;
  let isOn = false;
  let hasFailed = false;
  let isClosed = false;

  function fallBack() {
    if (hasFailed || isClosed) return;
    hasFailed = true;
    encoder?.close();
    encoder = createRecorderChunkEncoder(options);
    encoder?.setOn(isOn);
  }

  const opusEncoder = await createOpusChunkEncoder({ ...options, onFailed: fallBack }).catch(() => null);
  if (!opusEncoder) fallBack();
  else if (hasFailed) opusEncoder.close();
  else encoder = opusEncoder;
  if (!encoder) return null;
  return {
    setOn: (isNowOn) => {
      isOn = isNowOn;
      encoder?.setOn(isOn);
    },
    close: () => {
      isClosed = true;
      encoder?.close();
    },
  };
}
