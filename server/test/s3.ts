import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { findSignatureFault, type Signer } from './s3-signature.ts';

export type TestS3 = Awaited<ReturnType<typeof startS3>>;

/** `silence` never answers; `lost` does the work, but its response never arrives. */
type Fault = (method: string, query: URLSearchParams) => { status: number; code: string } | 'silence' | 'lost' | null;

interface Stored {
  readonly body: Buffer;
  readonly contentType: string;
}

interface Unfinished {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

const bucket = 'test-bucket';
const signer: Signer = { accessKeyId: 'test-key', secretAccessKey: 'Se/cret+Canary=', region: 'test-1' };
const minPartBytes = 5 * 1024 * 1024;

/** An error in the format of S3. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

/** An S3 server with one private bucket, in memory, on its own port. */
export async function startS3() {
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, Unfinished>();
  const state = { fault: null as Fault | null };

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Read completely before anything is checked or stored: an aborted body leaves nothing.
    const body = await buffer(request);
    const url = new URL(request.url ?? '/', 'http://host');
    const fault = state.fault?.(request.method ?? '', url.searchParams) ?? null;
    if (fault === 'silence') return;
    try {
      // The head is sent together with the end, so this drops the whole response.
      if (fault === 'lost') response.end = () => response.destroy();
      else if (fault) throw new Refusal(fault.status, fault.code);
      const code = findSignatureFault(request, body, signer);
      if (code !== null) throw new Refusal(403, code);
      perform({ request, response, url, body }, objects, uploads);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const isBodiless = request.method === 'HEAD';
      response.writeHead(error.status, { 'content-type': 'application/xml' });
      response.end(isBodiless ? '' : xml(`<Error><Code>${error.code}</Code><Message>${error.code}</Message></Error>`));
    }
  }

  const port = await listen(0);
  function listen(wanted: number): Promise<number> {
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
      });
    });
  }
  const goAway = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const secret = encodeURIComponent(signer.secretAccessKey);
  const names = (keys: Iterable<string>) => Array.from(keys, (key) => key.replace(/^.*\//, ''));

  return {
    /** In the form of S3_URL. */
    url: `http://${signer.accessKeyId}:${secret}@127.0.0.1:${port}/${bucket}?region=${signer.region}&prefix=up`,
    /** The names of all complete objects. */
    storedNames: () => names(objects.keys()),
    /** The names of multipart uploads that were neither completed nor aborted. */
    unfinishedNames: () => names(Array.from(uploads.values(), ({ key }) => key)),
    /** Answers with this fault instead of doing the work, until it is reset. */
    fail: (fault: Fault | null) => {
      state.fault = fault;
    },
    /** Stops listening; `comeBack` restores the same address with the same content. */
    goAway,
    comeBack: async () => {
      await listen(port);
    },
    stop: () => (server.listening ? goAway() : Promise.resolve()),
  };
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly body: Buffer;
}

function perform(asked: Asked, objects: Map<string, Stored>, uploads: Map<string, Unfinished>): void {
  const [, givenBucket, ...rest] = decodeURIComponent(asked.url.pathname).split('/');
  if (givenBucket !== bucket) throw new Refusal(404, 'NoSuchBucket');
  const { method } = asked.request;
  const key = rest.join('/');
  if (key === '') {
    if (method !== 'HEAD') throw new Refusal(501, 'NotImplemented');
    asked.response.end();
    return;
  }
  // The bucket is private and stays so.
  if (asked.request.headers['x-amz-acl'] !== undefined) throw new Refusal(400, 'AccessControlListNotSupported');

  const { searchParams: query } = asked.url;
  if (query.has('uploads') || query.has('uploadId')) performInParts(asked, key, objects, uploads);
  else if (method === 'PUT') store(asked, key, objects);
  else if (method === 'GET' || method === 'HEAD') send(asked, objects.get(key));
  else if (method === 'DELETE') {
    objects.delete(key);
    asked.response.writeHead(204).end();
  } else throw new Refusal(405, 'MethodNotAllowed');
}

function store({ request, response, body }: Asked, key: string, objects: Map<string, Stored>): void {
  objects.set(key, { body, contentType: request.headers['content-type'] ?? 'binary/octet-stream' });
  response.writeHead(200, { etag: etagOf(body) }).end();
}

function send({ request, response, url }: Asked, stored: Stored | undefined): void {
  if (!stored) throw new Refusal(404, 'NoSuchKey');
  const { body } = stored;
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const start = Number(first ?? 0);
  const end = Math.min(last === undefined || last === '' ? Infinity : Number(last), body.length - 1);
  if (first !== undefined && start > end) throw new Refusal(416, 'InvalidRange');

  const overrides = [...url.searchParams]
    .filter(([name]) => name.startsWith('response-'))
    .map(([name, value]) => [name.slice('response-'.length), value]);
  response.writeHead(first === undefined ? 200 : 206, {
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    'content-type': stored.contentType,
    etag: etagOf(body),
    ...(first !== undefined && { 'content-range': `bytes ${start}-${end}/${body.length}` }),
    ...Object.fromEntries(overrides),
  });
  response.end(request.method === 'HEAD' ? undefined : body.subarray(start, end + 1));
}

function performInParts(
  { request: { method }, response, url: { searchParams: query }, body }: Asked,
  key: string,
  objects: Map<string, Stored>,
  uploads: Map<string, Unfinished>,
): void {
  if (method === 'POST' && query.has('uploads')) {
    const id = randomUUID();
    uploads.set(id, { key, parts: new Map() });
    const result = `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`;
    response.end(xml(`<InitiateMultipartUploadResult>${result}</InitiateMultipartUploadResult>`));
    return;
  }
  const id = query.get('uploadId') ?? '';
  const upload = uploads.get(id);
  if (upload?.key !== key) throw new Refusal(404, 'NoSuchUpload');
  if (method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body);
    response.writeHead(200, { etag: etagOf(body) }).end();
  } else if (method === 'POST') {
    objects.set(key, { body: joined(upload, String(body)), contentType: 'binary/octet-stream' });
    uploads.delete(id);
    const result = `<Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>&quot;${id}&quot;</ETag>`;
    response.end(xml(`<CompleteMultipartUploadResult>${result}</CompleteMultipartUploadResult>`));
  } else if (method === 'DELETE') {
    uploads.delete(id);
    response.writeHead(204).end();
  } else throw new Refusal(405, 'MethodNotAllowed');
}

/** The listed parts, in order; each with its ETag, and only the last one small. */
function joined({ parts }: Unfinished, order: string): Buffer {
  const named = [...order.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(.*?)<\/ETag>/.exec(part)?.[1]?.replaceAll('&quot;', '"'),
  }));
  const bodies = named.map(({ number, etag }, index) => {
    const body = parts.get(number);
    if (!body || etag !== etagOf(body)) throw new Refusal(400, 'InvalidPart');
    if (number !== index + 1) throw new Refusal(400, 'InvalidPartOrder');
    if (body.length < minPartBytes && index < named.length - 1) throw new Refusal(400, 'EntityTooSmall');
    return body;
  });
  if (bodies.length === 0) throw new Refusal(400, 'MalformedXML');
  return Buffer.concat(bodies);
}

const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;
const xml = (content: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${content}`;
