import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that stays open and carries one request at a time, written by hand so that the load costs little. */
export async function openLane(url: string, cookie: string) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const answers = readAnswers(socket);
  const head = `Host: ${hostname}:${port}\r\nCookie: ${cookie}\r\n`;

  async function ask(request: string): Promise<string> {
    const answer = answers.next();
    socket.write(request);
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`answered ${status}: ${body}`);
    return body;
  }

  return {
    get: (path: string) => ask(`GET ${path} HTTP/1.1\r\n${head}\r\n`),
    post: (path: string, body: object) => {
      const text = JSON.stringify(body);
      const length = Buffer.byteLength(text);
      return ask(
        `POST ${path} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${text}`,
      );
    },
    close: () => socket.destroy(),
  };
}

export type Lane = Awaited<ReturnType<typeof openLane>>;

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Cuts what arrives into answers; every one of ours says how long it is. */
function readAnswers(socket: Socket) {
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = received.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (received.length < headEnd + 4 + length) return;
    const body = received.toString('utf8', headEnd + 4, headEnd + 4 + length);
    received = received.subarray(headEnd + 4 + length);
    waiting?.resolve({ status: Number(head.slice(9, 12)), body });
  });
  const fail = () => waiting?.reject(new Error('the connection was closed'));
  socket.on('close', fail).on('error', fail);
  return {
    next: () =>
      new Promise<Answer>((resolve, reject) => {
        waiting = { resolve, reject };
      }),
  };
}
