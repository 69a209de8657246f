import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Random } from '../random.ts';
import { createFrameMangler } from './frames.ts';

interface ProxyFaults {
  /** Lets the server do its work and drops its responses. */
  readonly losesAnswers?: boolean;
  /** Reorders and repeats websocket events, in both directions. */
  readonly mangles?: Random;
  /** Passes on the bytes of one direction of a connection: changed, or later. */
  readonly createRelay?: (send: (bytes: Buffer) => void, direction: Direction) => (bytes: Buffer) => void;
}

export type Direction = 'to the server' | 'to the client';

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;

/** The network between a client and the server, which can be made to fail. */
export async function startFaultyProxy(
  target: string,
  { losesAnswers = false, mangles, createRelay }: ProxyFaults = {},
) {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let isStalled = false;
  let isDown = false;
  let mangled = 0;

  function pass(from: Socket, to: Socket, direction: Direction) {
    open.add(from);
    from
      .on('error', () => {})
      .on('close', () => {
        open.delete(from);
        to.destroy();
      });
    const send = (bytes: Buffer) => void to.write(bytes);
    const relay = mangles
      ? createFrameMangler(mangles, { send, onFault: () => mangled++ })
      : createRelay?.(send, direction);
    from.on('data', (bytes: Buffer) => {
      if (relay) relay(bytes);
      else if (!to.write(bytes)) {
        from.pause();
        to.once('drain', () => isStalled || from.resume());
      }
    });
    if (isStalled) from.pause();
  }
  /** Breaks all open connections; new ones work. */
  const cut = () => open.forEach((socket) => socket.destroy());
  const server = createServer((client) => {
    if (isDown) {
      client.destroy();
      return;
    }
    const onward = connect(Number(port), hostname);
    pass(client, onward, 'to the server');
    if (losesAnswers) {
      open.add(onward.on('error', () => {}).on('close', () => open.delete(onward) && client.destroy()));
      // The first byte of a response shows that the work is done.
      onward.once('data', () => onward.destroy());
    } else {
      pass(onward, client, 'to the client');
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    /** Drops all traffic without closing connections. */
    stall: () => {
      isStalled = true;
      open.forEach((socket) => socket.pause());
    },
    /** Breaks all connections, and accepts no new one. */
    goDown: () => {
      isDown = true;
      cut();
    },
    /** Ends `stall` or `goDown`. */
    resume: () => {
      isDown = false;
      isStalled = false;
      open.forEach((socket) => socket.resume());
    },
    /** How many websocket events were repeated or reordered. */
    mangled: () => mangled,
    stop: () => {
      server.close();
      cut();
    },
  };
}
