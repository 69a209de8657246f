import { join } from 'node:path';
import type { Logger } from '../logger.ts';
import type { BlobStore } from './blob-store.ts';
import { createDiskBlobStore } from './disk.ts';
import type { S3Target } from './s3.ts';

/** Opens the storage of this installation: a bucket if one is configured, otherwise the data folder. */
export async function openBlobStore(
  { dataDir, s3 }: { dataDir: string; s3: S3Target | null },
  logger: Logger,
): Promise<BlobStore> {
  if (s3 === null) return createDiskBlobStore(join(dataDir, 'uploads'));
  // Imported on demand: the library is larger than the rest of the server.
  const { createS3BlobStore } = await import('./s3.ts');
  return createS3BlobStore(s3, logger);
}
