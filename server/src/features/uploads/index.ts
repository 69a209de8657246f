import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { ImageDecoder } from '../../platform/images/image-decoder.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import { serveUploads } from './uploads.routes.ts';
import { createUploads, type Uploads } from './uploads.service.ts';

export { type OwnUpload, uploadRepository } from './uploads.repository.ts';
export { tooLarge } from './uploads.policy.ts';
export { createUnusedRemoval, type StoredFile, type Uploads, type Voice } from './uploads.service.ts';

interface UploadFeatureDeps extends Pick<Config, 'areLimitsOn' | 'dataDir' | 'maxUploadBytes'> {
  readonly background: Background;
  readonly blobs: BlobStore;
  readonly database: Database;
  readonly decoder: ImageDecoder;
}

/** Files of the maximum size per person, so that nobody fills the disk alone. */
const filesPerDay = 100;

/** Uploaded images and files. */
export async function startUploads(serve: Serve, deps: UploadFeatureDeps): Promise<Uploads> {
  const { areLimitsOn, background, maxUploadBytes } = deps;
  const scratchDir = join(deps.dataDir, 'scratch');
  // Removes the incomplete uploads of a killed process.
  await rm(scratchDir, { recursive: true, force: true });
  const dailyBytes = areLimitsOn ? filesPerDay * maxUploadBytes : Infinity;
  const uploads = createUploads({ ...deps, dailyBytes, scratchDir });
  serveUploads(serve, { ...deps, uploads });
  background.everyHour('sweep uploads', () => uploads.sweep());
  return uploads;
}
