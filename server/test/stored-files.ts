import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startS3 } from './s3.ts';
import type { HttpClient } from './http-client.ts';

/** A test's view of the files an app has stored, wherever they are. */
export interface StoredFiles {
  /** The environment variables of the app for this storage. */
  readonly environment: Record<string, string>;
  /** The names of all files, including unfinished ones. */
  names: () => Promise<string[]>;
  /** Stored parts of uploads that have not ended. */
  unfinished: () => Promise<string[]>;
  /** A disk receives the first bytes of an upload at once; S3 receives nothing before there are 5 MB. */
  readonly isFilledAtOnce: boolean;
  stop: () => Promise<void>;
}

/** On the disk; with TEST_S3=1 in a bucket. */
export async function openStoredFiles(dataDir: string): Promise<StoredFiles> {
  if (process.env['TEST_S3'] !== '1') return filesOnDisk(join(dataDir, 'uploads'));
  const s3 = await startS3();
  return {
    environment: { S3_URL: s3.url },
    names: async () => [...s3.storedNames(), ...s3.unfinishedNames()],
    unfinished: async () => s3.unfinishedNames(),
    isFilledAtOnce: false,
    stop: s3.stop,
  };
}

function filesOnDisk(folder: string): StoredFiles {
  const filesIn = async (path: string) => {
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  };
  return {
    environment: {},
    names: () => filesIn(folder),
    unfinished: () => filesIn(join(folder, 'unfinished')),
    isFilledAtOnce: true,
    stop: async () => undefined,
  };
}

/** Follows a redirect to the storage without cookies, as a browser does. */
export async function download(client: HttpClient, path: string): Promise<{ status: number; headers: Headers }> {
  const answer = await client.send('GET', path);
  return answer.status === 302 ? fetch(answer.headers.get('location') ?? '') : answer;
}
