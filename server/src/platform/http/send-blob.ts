import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { notFound } from '../errors.ts';
import type { SignedUrlHeaders } from '../storage/blob-store.ts';
import { filePolicy } from './security-headers.ts';

interface Blob {
  readonly etag: string;
  readonly contentType: string;
  readonly bytes: number;
  /** When set, the browser saves the file under this name instead of showing it. */
  readonly downloadName?: string;
  /** For addresses whose content or readers can change soon; our own files never change. */
  readonly cacheControl?: string;
  /** A URL for direct downloads, if the storage offers one. Files that are shown always come from us. */
  readonly signedUrl?: (headers: SignedUrlHeaders) => Promise<string | null>;
  readonly open: (range?: ByteRange) => Promise<{ stream: Readable } | null>;
}

/** First and last byte, both inclusive. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Sends stored bytes: cached privately by the browser, with range support, and unable to run anything in our origin.
 */
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
  if (blob.signedUrl && (await redirect(reply, blob.signedUrl, blob))) return;
  const opened = await blob.open(range ?? undefined);
  if (!opened) throw notFound('File');
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${blob.bytes}`);
  reply.header('content-length', range ? range.end - range.start + 1 : blob.bytes).send(opened.stream);
}

/** Downloads only: the storage lacks our headers, so a file shown from there could run. The redirect is not cached. */
async function redirect(reply: FastifyReply, signedUrl: NonNullable<Blob['signedUrl']>, blob: Blob): Promise<boolean> {
  const { contentType, downloadName } = blob;
  const location =
    downloadName === undefined ? null : await signedUrl({ contentType, contentDisposition: attachment(downloadName) });
  if (location === null) return false;
  reply.removeHeader('content-disposition').removeHeader('content-type').removeHeader('etag');
  reply.status(302).headers({ location, 'cache-control': 'no-store' }).send();
  return true;
}

/** Encodes any name for the header: an ASCII fallback, and the full name percent-encoded. */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * Supports one range; several are ignored, as the standard allows, so that nobody can request a file many times over.
 */
function parseRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;

  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start > end || start >= bytes ? 'unsatisfiable' : { start, end };
}
