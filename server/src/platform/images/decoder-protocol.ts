import type { ImageFormat } from './image-format.ts';
import type { ReencodeLimits } from './reencode.ts';

/** A job that the parent sends to the decoder process, one at a time. */
export interface DecodeJob extends ReencodeLimits {
  inputPath: string;
  outputPath: string;
}

export interface DecodedImage {
  format: ImageFormat;
  width: number;
  height: number;
  bytes: number;
}

/** Messages of the decoder process: 'ready' once, then one answer per job. */
export type DecoderMessage =
  | { type: 'ready' }
  | { type: 'done'; image: DecodedImage }
  | { type: 'rejected'; reason: 'unsupported' | 'too-many-pixels' | 'broken' }
  /** Not the image's fault: a file could not be read or written. */
  | { type: 'failed'; code: string; message: string };

export type DecoderAnswer = Exclude<DecoderMessage, { type: 'ready' }>;
