import { join } from 'node:path';
import pino from 'pino';
import { createImageDecoder } from './image-decoder.ts';

// Starts a decoder job, reports it on stdout, and waits to be killed.
const [small = '', slow = '', folder = ''] = process.argv.slice(2);
const decoder = createImageDecoder({ logger: pino({ level: 'silent' }) });
await decoder.reencode(small, join(folder, 'parent-small'));
const underWay = decoder.reencode(slow, join(folder, 'parent-slow'));
process.stdout.write('at work\n');
await underWay;
