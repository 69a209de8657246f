import {
  type ChatId,
  getChat,
  getChats,
  getFriendRequests,
  getMessages,
  getSession,
  limits,
  toRequest,
} from '@chat-app/contract';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchUser } from './users.ts';
import { type SocketClient, openSocketClient } from './socket-client.ts';
import { type HttpConnection, openHttpConnection } from './http-connection.ts';

/** What all clients of a storm have encountered. */
export interface ReconnectStats {
  /** Connection attempts, including successful ones. */
  attempts: number;
  /** Responses that the program could not serve a request. */
  serverErrors: number;
  /** Requests that were refused or cut off, and repeated. */
  cutRequests: number;
  /** Failed attempts, by error message. */
  readonly failures: Record<string, number>;
}

interface Client {
  readonly url: string;
  /** Where it sends requests, if that is another node. */
  readonly apiUrl?: string;
  readonly user: BenchUser;
  readonly openChatId: ChatId;
  readonly stats: ReconnectStats;
  /** It receives all events again, and its screen is up to date. */
  readonly onReconnect: () => void;
}

const retryMs = 1_000;

/**
 * A visible page that reconnects as our client does: with the same delays, and fetching everything on the screen again.
 */
export async function openReconnectingClient(client: Client): Promise<{ close: () => void }> {
  let socket: SocketClient | null = null;
  let failedAttempts = 0;
  let hasConnected = false;
  let isClosed = false;

  async function attempt() {
    client.stats.attempts += 1;
    let refreshed: Promise<void> = Promise.resolve();
    const isReconnecting = hasConnected;
    socket = await openSocketClient(client.url, {
      cookie: client.user.cookie,
      announceAs: client.user.id,
      onConnect: () => {
        if (isReconnecting) refreshed = refresh(client);
      },
      onClose: () => {
        // All of them have been connected for long.
        failedAttempts = 0;
        if (!isClosed) void reconnect();
      },
    });
    hasConnected = true;
    await refreshed;
  }

  async function reconnect() {
    for (;;) {
      await pause(reconnectDelayMs(failedAttempts));
      failedAttempts += 1;
      try {
        await attempt();
        client.onReconnect();
        return;
      } catch (error) {
        if (isClosed) return;
        const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
        client.stats.failures[reason] = (client.stats.failures[reason] ?? 0) + 1;
      }
    }
  }

  await attempt();
  return {
    close: () => {
      isClosed = true;
      socket?.close();
    },
  };
}

/** The delays of a visible page: short and fixed at first, then longer and with jitter. */
function reconnectDelayMs(failedAttempts: number): number {
  if (failedAttempts < limits.socketQuickAttempts) return limits.socketQuickDelayMs;
  return limits.socketVisibleMinMs + Math.random() * (limits.socketVisibleMaxMs - limits.socketVisibleMinMs);
}

/** The requests of a page with an open chat; one after the other, where a browser would use several connections. */
async function refresh({ url, apiUrl = url, user, openChatId: chatId, stats }: Client): Promise<void> {
  const paths = [
    toRequest(getSession, {}).url,
    toRequest(getChats, {}).url,
    toRequest(getFriendRequests, {}).url,
    toRequest(getChat, { chatId }).url,
    toRequest(getMessages, { chatId }).url,
  ];
  for (;;) {
    try {
      const connection = await openHttpConnection(apiUrl, user.cookie, { maxResponseBytes: 64 * 1024 });
      for (; paths.length > 0; paths.shift()) await request(connection, paths[0] ?? '', stats);
      connection.close();
      return;
    } catch {
      stats.cutRequests += 1;
      await pause(retryMs);
    }
  }
}

async function request(connection: HttpConnection, path: string, stats: ReconnectStats) {
  const { status } = await connection.tryGet(path);
  if (status >= 500) stats.serverErrors += 1;
  if (status >= 300) throw new Error(`answered ${status}`);
}
