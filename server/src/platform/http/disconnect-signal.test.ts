import fastify from 'fastify';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { createGate } from '../../../test/gate.ts';
import { disconnectSignal } from './disconnect-signal.ts';

test('[SEC-201] a client that disconnects before the response aborts the signal; a later one does not', async () => {
  const server = fastify();
  const slow = createGate();
  server.get('/slow', async (_, reply) => {
    await once(disconnectSignal(reply), 'abort');
    slow.open();
    return {};
  });
  server.get('/fast', async (_, reply) => ({ isGone: disconnectSignal(reply).aborted }));
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/fast`);
    expect(await answer.json()).toEqual({ isGone: false });
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'));
    await once(server.server, 'request');
    socket.destroy();
    await slow.opened;
  } finally {
    await server.close();
  }
});
