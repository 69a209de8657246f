import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The accepted credentials and their region. */
export interface Signer {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

interface Signed {
  readonly credential: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly at: string;
  readonly payloadHash: string;
  /** Of a presigned URL; a signed request is valid for a quarter of an hour. */
  readonly lifeSeconds: number;
}

const clockSkewSeconds = 15 * 60;

/**
 * Checks an AWS signature of version 4, in the headers or in the URL, as Amazon's documentation describes it.
 * Implemented independently, so that a mistake of the signing library is not repeated here. Returns the error code, or
 * null.
 */
export function findSignatureFault(request: IncomingMessage, body: Buffer, signer: Signer): string | null {
  const url = new URL(request.url ?? '/', 'http://host');
  const signed = url.searchParams.has('X-Amz-Signature') ? signedInAddress(url.searchParams) : signedInHeaders(request);
  if (!signed) return 'AccessDenied';

  const claim = findClaimFault(request, signed, signer);
  if (claim !== null) return claim;
  if (!isSignedWith(signer.secretAccessKey, canonicalRequest(request, url, signed), signed)) {
    return 'SignatureDoesNotMatch';
  }
  const isBodyRight = signed.payloadHash === 'UNSIGNED-PAYLOAD' || signed.payloadHash === sha256(body);
  return isBodyRight ? null : 'XAmzContentSHA256Mismatch';
}

/** Checks the key, the service and region, the time, and the signed headers. */
function findClaimFault(request: IncomingMessage, signed: Signed, signer: Signer): string | null {
  const [keyId, day = '', ...rest] = signed.credential.split('/');
  if (keyId !== signer.accessKeyId) return 'InvalidAccessKeyId';
  if (rest.join('/') !== `${signer.region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed';
  const ageSeconds = (Date.now() - timeOf(signed.at)) / 1000;
  const isTimely = ageSeconds > -clockSkewSeconds && ageSeconds < signed.lifeSeconds && signed.at.startsWith(day);
  if (!isTimely) return 'RequestTimeTooSkewed';
  return coversWhatMatters(request, signed.signedHeaders) ? null : 'AccessDenied';
}

function isSignedWith(secret: string, canonical: string, { at, credential, signature }: Signed): boolean {
  const scope = credential.split('/').slice(1);
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const expected = hmac(key, ['AWS4-HMAC-SHA256', at, scope.join('/'), sha256(canonical)].join('\n'));
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signedInHeaders({ headers }: IncomingMessage): Signed | null {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, credential, names, signature] = pattern.exec(headers.authorization ?? '') ?? [];
  const [at, payloadHash] = [headers['x-amz-date'], headers['x-amz-content-sha256']];
  if (credential === undefined || names === undefined || signature === undefined) return null;
  if (typeof at !== 'string' || typeof payloadHash !== 'string') return null;
  return { credential, signedHeaders: names.split(';'), signature, at, payloadHash, lifeSeconds: clockSkewSeconds };
}

function signedInAddress(query: URLSearchParams): Signed | null {
  const get = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  if (get('Algorithm') !== 'AWS4-HMAC-SHA256') return null;
  return {
    credential: get('Credential'),
    signedHeaders: get('SignedHeaders').split(';'),
    signature: get('Signature'),
    at: get('Date'),
    payloadHash: 'UNSIGNED-PAYLOAD',
    lifeSeconds: Number(get('Expires')),
  };
}

/** The host, and every header that changes the request. */
function coversWhatMatters({ headers }: IncomingMessage, signedHeaders: readonly string[]): boolean {
  return ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))].every((name) =>
    signedHeaders.includes(name),
  );
}

function canonicalRequest({ method, headers }: IncomingMessage, url: URL, signed: Signed): string {
  const path = url.pathname
    .split('/')
    .map((segment) => encoded(decodeURIComponent(segment)))
    .join('/');
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const lines = signed.signedHeaders.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}\n`,
  );
  return [method, path, query, lines.join(''), signed.signedHeaders.join(';'), signed.payloadHash].join('\n');
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const timeOf = (at: string) => Date.parse(at.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
