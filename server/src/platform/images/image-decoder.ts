import { limits } from '@chat-app/contract';
import { rm } from 'node:fs/promises';
import { createBoundedQueue } from '../bounded-queue.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { StorageFullError } from '../storage/blob-store.ts';
import { DecoderEnded } from './decoder-child.ts';
import { createDecoderProcess, type DecoderProcess } from './decoder-process.ts';
import type { DecodedImage, DecoderAnswer } from './decoder-protocol.ts';

/** Re-encodes untrusted images in separate processes: a hostile file can at worst end one of those. */
export interface ImageDecoder {
  /**
   * Reads the image at `inputPath` and writes a clean one in the same format to `outputPath`, which must not exist.
   * Throws ImageRejected, or StorageFullError when there is no room; then no file is left at `outputPath`.
   */
  reencode: (inputPath: string, outputPath: string) => Promise<DecodedImage>;
  /** How many images are waiting or being re-encoded. */
  depth: () => number;
  close: () => Promise<void>;
}

export type ImageRejection = 'unsupported' | 'too-many-pixels' | 'broken' | 'busy' | 'timeout';

/** The image was refused for this `reason`. */
export class ImageRejected extends Error {
  override name = 'ImageRejected';
  constructor(readonly reason: ImageRejection) {
    super(`The image was rejected: ${reason}`);
  }
}

interface ImageDecoderOptions {
  logger: Pick<Logger, 'warn'>;
  concurrency?: number;
  queueLimit?: number;
  timeoutMs?: number;
  maxRssBytes?: number;
  maxPixels?: number;
  maxFrames?: number;
  idleMs?: number;
}

export function createImageDecoder({
  logger,
  concurrency = 1,
  queueLimit = 20,
  timeoutMs = 10_000,
  maxRssBytes = 768 * 1024 * 1024,
  maxPixels = limits.imageMaxPixels,
  maxFrames = 500,
  idleMs = 60_000,
}: ImageDecoderOptions): ImageDecoder {
  const enqueue = createBoundedQueue({ concurrency, queueLimit });
  const processes = Array.from({ length: concurrency }, () =>
    createDecoderProcess({ logger, timeoutMs, maxRssBytes, idleMs }),
  );
  const idle = [...processes];
  let isClosed = false;

  async function decode(inputPath: string, outputPath: string): Promise<DecodedImage> {
    if (isClosed) throw new ImageRejected('busy');
    // The queue admits no more jobs than there are processes.
    const process = idle.pop() as DecoderProcess;
    try {
      return imageOf(await process.run({ inputPath, outputPath, maxPixels, maxFrames }));
    } catch (error) {
      await rm(outputPath, { force: true });
      throw error instanceof DecoderEnded ? new ImageRejected(rejectionOf[error.reason]) : error;
    } finally {
      idle.push(process);
    }
  }

  return {
    reencode: (inputPath, outputPath) =>
      enqueue(() => decode(inputPath, outputPath)).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'unavailable') throw new ImageRejected('busy');
        throw error;
      }),
    depth: enqueue.depth,
    close: async () => {
      isClosed = true;
      await Promise.all(processes.map((process) => process.close()));
    },
  };
}

const rejectionOf = {
  timeout: 'timeout',
  // An image that needs this much memory is too large, whatever its header claims.
  memory: 'too-many-pixels',
  crash: 'broken',
  closed: 'busy',
} as const satisfies Record<DecoderEnded['reason'], ImageRejection>;

function imageOf(answer: DecoderAnswer): DecodedImage {
  if (answer.type === 'done') return answer.image;
  if (answer.type === 'rejected') throw new ImageRejected(answer.reason);
  if (answer.code === 'ENOSPC' || answer.code === 'EDQUOT') throw new StorageFullError();
  throw new Error(`The image decoder failed: ${answer.message}`);
}
