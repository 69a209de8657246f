import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

import { inRoot } from './repository.mjs';

const textual = /\.(?:html|js|mjs|css|svg|json|txt|xml|webmanifest|map|wasm)$/;
const minBytes = 1024;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/**
 * Writes .br and .gz next to each text file, so that the server compresses nothing during a request.
 *
 * @param {string[]} files
 */
export async function precompress(files) {
  const waiting = files.filter((file) => textual.test(file));
  const workers = Array.from({ length: os.availableParallelism() }, async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) await compressOne(inRoot(file));
  });
  await Promise.all(workers);
}

/** @param {string} file */
async function compressOne(file) {
  const content = await readFile(file);
  if (content.length <= minBytes) return;
  const params = { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const variants = [
    { ending: '.br', compressed: await brotli(content, { params }) },
    { ending: '.gz', compressed: await gzip(content, { level: 9 }) },
  ];
  await Promise.all(
    variants
      .filter(({ compressed }) => compressed.length < content.length)
      .map(({ ending, compressed }) => writeFile(file + ending, compressed)),
  );
}
