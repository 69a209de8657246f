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
import type { Somebody } from './crowd.ts';
import { type Ear, openEar } from './ear.ts';
import { type Lane, openLane } from './http-lane.ts';

/** What all clients of a storm have encountered. */
export interface Meetings {
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
  readonly person: Somebody;
  readonly openChatId: ChatId;
  readonly meetings: Meetings;
  /** It receives all events again, and its screen is up to date. */
  readonly onBack: () => void;
}

const retryMs = 1_000;

/**
 * A visible page that reconnects as our client does: with the same delays, and fetching everything on the screen again.
 */
export async function openReturningClient(client: Client): Promise<{ close: () => void }> {
  let ear: Ear | null = null;
  let failedTries = 0;
  let hasBeenThere = false;
  let isClosed = false;

  async function attempt() {
    client.meetings.attempts += 1;
    let refreshed: Promise<void> = Promise.resolve();
    const isReturning = hasBeenThere;
    ear = await openEar(client.url, {
      cookie: client.person.cookie,
      announceAs: client.person.id,
      onConnect: () => {
        if (isReturning) refreshed = refresh(client);
      },
      onClose: () => {
        // All of them have been connected for long.
        failedTries = 0;
        if (!isClosed) void comeBack();
      },
    });
    hasBeenThere = true;
    await refreshed;
  }

  async function comeBack() {
    for (;;) {
      await pause(reconnectDelayMs(failedTries));
      failedTries += 1;
      try {
        await attempt();
        client.onBack();
        return;
      } catch (error) {
        if (isClosed) return;
        const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
        client.meetings.failures[reason] = (client.meetings.failures[reason] ?? 0) + 1;
      }
    }
  }

  await attempt();
  return {
    close: () => {
      isClosed = true;
      ear?.close();
    },
  };
}

/** The delays of a visible page: short and fixed at first, then longer and with jitter. */
function reconnectDelayMs(failedAttempts: number): number {
  if (failedAttempts < limits.socketQuickAttempts) return limits.socketQuickDelayMs;
  return limits.socketVisibleMinMs + Math.random() * (limits.socketVisibleMaxMs - limits.socketVisibleMinMs);
}

/** The requests of a page with an open chat; one after the other, where a browser would use several connections. */
async function refresh({ url, person, openChatId: chatId, meetings }: Client): Promise<void> {
  const paths = [
    toRequest(getSession, {}).url,
    toRequest(getChats, {}).url,
    toRequest(getFriendRequests, {}).url,
    toRequest(getChat, { chatId }).url,
    toRequest(getMessages, { chatId }).url,
  ];
  for (;;) {
    try {
      const lane = await openLane(url, person.cookie, { answerBytes: 64 * 1024 });
      for (; paths.length > 0; paths.shift()) await ask(lane, paths[0] ?? '', meetings);
      lane.close();
      return;
    } catch {
      meetings.cutRequests += 1;
      await pause(retryMs);
    }
  }
}

async function ask(lane: Lane, path: string, meetings: Meetings) {
  const { status } = await lane.tryGet(path);
  if (status >= 500) meetings.serverErrors += 1;
  if (status >= 300) throw new Error(`answered ${status}`);
}
