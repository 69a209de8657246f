import type { UserId } from '@chat-app/contract';
import { onTestFinished, vi } from 'vitest';
import { openConnection } from '../src/lib/socket.ts';

/** A connection of the user to the fake chat server, until the test ends. */
export async function connect(userId: UserId) {
  const ignore = () => {};
  const connection = openConnection({ url: null, userId, onConnect: ignore, onAway: ignore, onUnauthorized: ignore });
  onTestFinished(connection.close);
  connection.connect();
  await vi.waitUntil(() => connection.socket.connected);
  return connection;
}
