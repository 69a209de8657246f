import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { notFound } from '../errors.ts';
import type { LinkedAs } from '../storage/blob-store.ts';
import { filePolicy } from './security-headers.ts';

interface Blob {
  readonly etag: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Saved under this name instead of being shown. */
  readonly downloadName?: string;
  /** Where what stands under the address can change; our own files never do. */
  readonly cacheControl?: string;
  /** Where a browser may fetch a download by itself, if the storage has such a place. What is shown always comes from us. */
  readonly link?: (as: LinkedAs) => Promise<string | null>;
  readonly open: (range?: ByteRange) => Promise<{ stream: Readable } | null>;
}

/** First and last byte, both included. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Sends stored bytes: cached by the person's own browser, in ranges where asked, and unable to run anything in our origin. */
export async function sendBlob(request: FastifyRequest, reply: FastifyReply, blob: Blob): Promise<void> {
  reply.headers({
    etag: blob.etag,
    'accept-ranges': 'bytes',
    'cache-control': blob.cacheControl ?? 'private, max-age=31536000, immutable',
    'content-security-policy': filePolicy,
    'content-type': blob.contentType,
    ...(blob.downloadName !== undefined && { 'content-disposition': attachment(blob.downloadName) }),
  });
  if (request.headers['if-none-match'] === blob.etag) {
    reply.status(304).send();
    return;
  }

  const range = parseRange(request.headers.range, blob.bytes);
  if (range === 'unsatisfiable') {
    reply.status(416).header('content-range', `bytes */${blob.bytes}`).send();
    return;
  }
  if (blob.link && (await redirect(reply, blob.link, blob))) return;
  const opened = await blob.open(range ?? undefined);
  if (!opened) throw notFound('File');
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${blob.bytes}`);
  reply.header('content-length', range ? range.end - range.start + 1 : blob.bytes).send(opened.stream);
}

/** Only as a file to save: there, none of our headers would keep it from running. Nothing of this answer is kept. */
async function redirect(reply: FastifyReply, link: NonNullable<Blob['link']>, blob: Blob): Promise<boolean> {
  const { contentType, downloadName } = blob;
  const location =
    downloadName === undefined ? null : await link({ contentType, contentDisposition: attachment(downloadName) });
  if (location === null) return false;
  reply.removeHeader('content-disposition').removeHeader('content-type').removeHeader('etag');
  reply.status(302).headers({ location, 'cache-control': 'no-store' }).send();
  return true;
}

/** Any name in a header: a plain fallback, and the name itself encoded. */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** One range is honoured; several at once are ignored, as the standard allows, so nobody can ask for a file a thousand times. */
function parseRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;

  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start > end || start >= bytes ? 'unsatisfiable' : { start, end };
}
