import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { createImageDecoder } from './image-decoder.ts';

// Re-encodes onto a disk of 16 kB that only this process and its decoder can see.
const [given = '', disk = ''] = process.argv.slice(2);
const decoder = createImageDecoder({ logger: pino({ level: 'silent' }) });
const refusedAs = await decoder.reencode(given, join(disk, 'reencoded')).then(
  () => 'nothing',
  (error: Error) => error.name,
);
await decoder.close();
process.stdout.write(JSON.stringify({ refusedAs, left: await readdir(disk) }));
