import { once } from 'node:events';
import { connect } from 'node:net';

const defaultMaxResponseBytes = 2 * 1024 * 1024;

/** A keep-alive connection for one request at a time, implemented by hand so that the load costs little. */
export async function openHttpConnection(
  url: string,
  cookie: string,
  { maxResponseBytes = defaultMaxResponseBytes } = {},
) {
  const { hostname, port } = new URL(url);
  const reader = createReader(maxResponseBytes);
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer: Buffer.alloc(Math.min(maxResponseBytes, 64 * 1024)),
      callback: (length, buffer) => {
        reader.take(buffer.subarray(0, length));
        return true;
      },
    },
  });
  await once(socket, 'connect');
  socket.on('close', reader.fail).on('error', reader.fail);
  const head = `Host: ${hostname}:${port}\r\nCookie: ${cookie}\r\n`;

  function exchange(request: string): Promise<HttpResponse> {
    const next = reader.next();
    socket.write(request);
    return next;
  }
  const tryGet = (path: string) => exchange(`GET ${path} HTTP/1.1\r\n${head}\r\n`);
  const trySend = (method: 'POST' | 'PUT', path: string, body: object | string) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const length = Buffer.byteLength(text);
    return exchange(
      `${method} ${path} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${text}`,
    );
  };
  const tryPost = (path: string, body: object | string) => trySend('POST', path, body);

  return {
    get: async (path: string) => ensureOk(await tryGet(path)),
    post: async (path: string, body: object) => ensureOk(await tryPost(path, body)),
    /** For callers that accept a refusal as a response. */
    tryGet,
    tryPost,
    tryPut: (path: string, body: object) => trySend('PUT', path, body),
    close: () => socket.destroy(),
  };
}

function ensureOk(response: HttpResponse): HttpResponse {
  if (response.status >= 300) throw new Error(`answered ${response.status}: ${response.readBody()}`);
  return response;
}

export type HttpConnection = Awaited<ReturnType<typeof openHttpConnection>>;

interface HttpResponse {
  readonly status: number;
  readonly head: string;
  /** Must be read before the next request. */
  readonly readBody: () => string;
}

/**
 * Splits the stream into responses; each of ours has a content length. One buffer is reused for all: garbage of the
 * load generator would be measured as slowness of the program.
 */
function createReader(maxResponseBytes: number) {
  const received = Buffer.alloc(maxResponseBytes);
  let end = 0;
  let waiting: { resolve: (response: HttpResponse) => void; reject: (error: Error) => void } | null = null;
  return {
    take(chunk: Uint8Array) {
      received.set(chunk, end);
      end += chunk.length;
      const headEnd = received.subarray(0, end).indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = received.toString('latin1', 0, headEnd);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const bodyStart = headEnd + 4;
      if (end < bodyStart + length) return;
      end = 0;
      waiting?.resolve({
        status: Number(head.slice(9, 12)),
        head,
        readBody: () => received.toString('utf8', bodyStart, bodyStart + length),
      });
    },
    fail: () => waiting?.reject(new Error('the connection was closed')),
    next: () =>
      new Promise<HttpResponse>((resolve, reject) => {
        waiting = { resolve, reject };
      }),
  };
}
