import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Random } from '../random.ts';

interface SocketTarget {
  readonly host: string;
  readonly port: number;
}

/** A proxy in front of PostgreSQL that cuts connections in the middle of a response. */
export async function startDatabaseProxy<Target extends SocketTarget>(target: Target, random: Random) {
  const folder = await mkdtemp(join(tmpdir(), 'chat-app-line-'));
  const socketIn = (host: string) => join(host, `.s.PGSQL.${target.port}`);
  const open = new Set<Socket>();
  const marked = new Set<Socket>();
  let cuts = 0;

  function answer(client: Socket, bytes: Buffer) {
    if (!marked.delete(client)) {
      client.write(bytes);
      return;
    }
    cuts += 1;
    client.end(bytes.subarray(0, random.below(bytes.length)));
  }

  const server = createServer((client) => {
    const database = connect(socketIn(target.host));
    open.add(client);
    client.on('data', (bytes) => database.write(bytes));
    database.on('data', (bytes) => answer(client, bytes));
    database.on('error', () => {}).on('close', () => client.destroy());
    client.on('error', () => {}).on('close', () => database.destroy());
    client.on('close', () => [open, marked].forEach((sockets) => sockets.delete(client)));
  });
  server.listen(socketIn(folder));
  await once(server, 'listening');

  return {
    target: { ...target, host: folder },
    /** Cuts the next response on one of the connections at a random point. */
    cutNextAnswer: () => {
      if (open.size > 0) marked.add(random.pick([...open]));
    },
    cuts: () => cuts,
    stop: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
