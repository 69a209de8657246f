import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';

interface Backends {
  readonly apis: readonly number[];
  readonly chats: readonly number[];
}

/** Passes requests and connections to the next process of the role that accepts them. There are no sticky sessions. */
export async function startBalancer({ apis, chats }: Backends) {
  const turns = { api: 0, chat: 0 };
  const open = new Set<Socket>();

  function inTurn(role: 'api' | 'chat'): number[] {
    const ports = role === 'api' ? apis : chats;
    turns[role] += 1;
    return ports.map((_, index) => ports[(turns[role] + index) % ports.length] ?? 0);
  }

  const server = createServer((incoming, answer) => {
    const body: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => body.push(piece));
    incoming.on('end', () => pass(incoming, Buffer.concat(body), { answer, ports: inTurn('api') }));
  });
  server.on('upgrade', (incoming: IncomingMessage, outside: Socket) => {
    open.add(outside.on('close', () => open.delete(outside)));
    join(incoming, outside, inTurn('chat'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      for (const socket of open) socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Passing {
  readonly answer: ServerResponse;
  /** The processes not tried yet. */
  readonly ports: readonly number[];
}

/** A request to an unreachable process is passed to the next one; a process that fell silent may have handled it. */
function pass(incoming: IncomingMessage, body: Buffer, { answer, ports: [port, ...rest] }: Passing) {
  if (port === undefined) {
    answer.writeHead(502).end();
    return;
  }
  const { method, url, headers } = incoming;
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
    response.on('error', () => answer.destroy());
  });
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') pass(incoming, body, { answer, ports: rest });
    else if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end();
  });
  outgoing.end(body);
}

function join(incoming: IncomingMessage, outside: Socket, [port, ...rest]: readonly number[]) {
  if (port === undefined) {
    outside.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
    return;
  }
  const inside = connect(port, '127.0.0.1');
  outside.on('error', () => inside.destroy()).on('close', () => inside.destroy());
  inside.on('close', () => outside.destroy());
  inside.once('error', () => {
    inside.removeAllListeners('close');
    join(incoming, outside, rest);
  });
  inside.once('connect', () => {
    inside.removeAllListeners('error').on('error', () => outside.destroy());
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
    const { rawHeaders } = incoming;
    for (let index = 0; index < rawHeaders.length; index += 2)
      lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
    inside.write(`${lines.join('\r\n')}\r\n\r\n`);
    outside.pipe(inside).pipe(outside);
  });
}
