import { socketLimits } from '@chat-app/contract';
import { Manager, type Socket } from 'socket.io-client';
import { vi } from 'vitest';
import type { NodeIndex, ThreeNodes } from './three-nodes.ts';
import type { TestUser } from './users.ts';

/** One person connects so many times at once, to these nodes in turn. */
export async function connectAtOnce(
  nodes: ThreeNodes,
  user: TestUser,
  { count, on }: { count: number; on: readonly NodeIndex[] },
) {
  const urls = Array.from({ length: count }, (_, index) => nodes.urlOf(on[index % on.length] ?? 0));
  // The transports first, so that all handshakes are sent in the same moment.
  const managers = await Promise.all(urls.map((url) => openTransport(url, user)));
  const sockets = managers.map((manager) => manager.socket('/'));
  const outcomes = await Promise.all(sockets.map(outcomeOf));
  const countOf = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  const [admitted, refused] = [countOf('connected'), countOf('rate_limited')];
  return { sockets, admitted, refused, others: count - admitted - refused };
}

async function openTransport(url: string, { client }: TestUser): Promise<Manager> {
  const manager = new Manager(url, {
    transports: ['websocket'],
    autoConnect: false,
    reconnection: false,
    extraHeaders: { cookie: `session=${client.cookies.get('session')}` },
  });
  await new Promise<void>((resolve, reject) => {
    manager.open((error) => (error ? reject(error) : resolve()));
  });
  return manager;
}

const outcomeOf = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.on('connect', () => resolve('connected'));
    socket.on('connect_error', (error: Error & { data?: { code?: string } }) =>
      resolve(error.data?.code ?? error.message),
    );
    socket.connect();
  });

/** Closes some connections; as many others must then be admitted, and no more. */
export async function replaceConnections(
  nodes: ThreeNodes,
  user: TestUser,
  { sockets, on }: { sockets: readonly Socket[]; on: NodeIndex },
) {
  const open = sockets.filter(({ connected }) => connected);
  const closing = open.slice(0, socketLimits.connectionsPerPerson / 3);
  for (const socket of closing) socket.disconnect();
  const replacements: Socket[] = [];
  const isReplaced = async () => {
    const { sockets: more } = await connectAtOnce(nodes, user, { count: closing.length + 5, on: [on] });
    replacements.push(...more.filter(({ connected }) => connected));
    return replacements.length >= closing.length;
  };
  // Another node may learn of it a moment later.
  await vi.waitUntil(isReplaced, { timeout: 20_000, interval: 200 }).catch(() => {});
  return { closed: closing.length, replaced: replacements.length, replacements };
}
