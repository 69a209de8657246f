import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';

/**
 * A proxy between browsers and the server that drops responses on purpose: the server has handled the request, but the
 * browser receives nothing. Everything else, including sockets, passes through.
 */
export async function startResponseDroppingProxy(target: string) {
  const { hostname, port } = new URL(target);
  const targetHost = new URL(target).host;
  let dropsLeft = 0;
  let droppedCount = 0;

  const proxy = createServer((incoming, outgoing) => {
    const forwarded = request(
      {
        hostname,
        port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, ...withTargetOrigin(incoming) },
      },
      (response) => {
        const isDropped = incoming.method === 'POST' && incoming.url === '/api/messages/send' && dropsLeft > 0;
        if (!isDropped) {
          outgoing.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(outgoing);
          return;
        }
        dropsLeft -= 1;
        droppedCount += 1;
        // Read the whole response first, which guarantees that the message is stored.
        response.resume();
        response.once('end', () => incoming.socket.destroy());
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });

  proxy.on('upgrade', (incoming, socket, head) => {
    const upstream = connect(Number(port), hostname, () => {
      const headers = Object.entries({ ...incoming.headers, ...withTargetOrigin(incoming) });
      const lines = headers.map(([name, value]) => `${name}: ${String(value)}`).join('\r\n');
      upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
    socket.on('close', () => upstream.destroy());
  });

  /** The server accepts only its own address. */
  function withTargetOrigin({ headers }: IncomingMessage): Record<string, string> {
    return { host: targetHost, ...(headers.origin !== undefined && { origin: target }) };
  }

  proxy.listen(0, 'localhost');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://localhost:${address.port}`,
    /** Drops the next `count` responses to sent messages. */
    dropResponses: (count: number) => {
      dropsLeft = count;
    },
    droppedCount: () => droppedCount,
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
