import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';

/**
 * Stands between browsers and the server, and loses answers on purpose: the server has done its work, the browser hears
 * nothing. Everything else, sockets too, passes through.
 */
export async function startCuttingProxy(target: string) {
  const { hostname, port } = new URL(target);
  const targetHost = new URL(target).host;
  let cutsLeft = 0;
  let cutCount = 0;

  const proxy = createServer((incoming, outgoing) => {
    const forwarded = request(
      {
        hostname,
        port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, ...asTarget(incoming) },
      },
      (answer) => {
        const isCut = incoming.method === 'POST' && incoming.url === '/api/messages/send' && cutsLeft > 0;
        if (!isCut) {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
          return;
        }
        cutsLeft -= 1;
        cutCount += 1;
        // Read to the end first: then the message is written for certain.
        answer.resume();
        answer.once('end', () => incoming.socket.destroy());
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });

  proxy.on('upgrade', (incoming, socket, head) => {
    const upstream = connect(Number(port), hostname, () => {
      const headers = Object.entries({ ...incoming.headers, ...asTarget(incoming) });
      const lines = headers.map(([name, value]) => `${name}: ${String(value)}`).join('\r\n');
      upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
    socket.on('close', () => upstream.destroy());
  });

  /** The server knows its own address only. */
  function asTarget({ headers }: IncomingMessage): Record<string, string> {
    return { host: targetHost, ...(headers.origin !== undefined && { origin: target }) };
  }

  proxy.listen(0, 'localhost');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://localhost:${address.port}`,
    /** From now on, so many answers to sent messages are lost. */
    cutAnswers: (count: number) => {
      cutsLeft = count;
    },
    cutCount: () => cutCount,
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
