import { type ErrorCode, errorStatuses } from '@chat-app/contract';
import type { BrowserContext, Page, WebSocketRoute } from '@playwright/test';

type Way = 'socket' | 'HTTP';

/** A sent message as the browser wrote it. */
interface Sent {
  readonly content: string;
  readonly way: Way;
}

interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}

const sendPath = '**/api/messages/send';
const socketPath = /\/socket\.io\//;

/** A refusal after which the browser tries again. */
export const busy: Refusal = { code: 'unavailable', message: 'Not now' };

/**
 * Refuses messages on their way to the server, over the socket and over HTTP. `refusalOf` returns null for those that
 * pass, which are listed in `passed`. Affects connections that are opened from then on: load the page afterwards.
 */
export async function refuseSends(target: Page | BrowserContext, refusalOf: (sent: Sent) => Refusal | null) {
  const passed: Sent[] = [];
  const sockets = new Set<WebSocketRoute>();
  const refuse = (content: string, way: Way): Refusal | null => {
    const refusal = refusalOf({ content, way });
    if (!refusal) passed.push({ content, way });
    return refusal;
  };
  await target.routeWebSocket(socketPath, (socket) => {
    sockets.add(socket);
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      const sent = readSend(frame);
      const refusal = sent && refuse(sent.content, 'socket');
      if (!refusal) return server.send(frame);
      return socket.send(`43${sent.ackId}${JSON.stringify([{ ok: false, ...refusal }])}`);
    });
  });
  await target.route(sendPath, (route) => {
    const { content } = route.request().postDataJSON() as { content: string };
    const refusal = refuse(content, 'HTTP');
    return refusal ? route.fulfill({ status: errorStatuses[refusal.code], json: refusal }) : route.continue();
  });
  const disconnect = () => Promise.all([...sockets].map((socket) => socket.close()));
  return { passed, disconnect };
}

/** The acknowledgements of messages that a page receives. Affects connections that are opened from then on. */
export async function interceptAcks(page: Page) {
  let losses = 0;
  let held: (() => void)[] | null = null;
  let lostCount = 0;
  await page.routeWebSocket(socketPath, (socket) => {
    const server = socket.connectToServer();
    const awaited = new Set<string>();
    socket.onMessage((frame) => {
      const sent = readSend(frame);
      if (sent) awaited.add(sent.ackId);
      server.send(frame);
    });
    server.onMessage((frame) => {
      const [, ackId = ''] = /^43(\d+)/.exec(String(frame)) ?? [];
      if (!awaited.delete(ackId)) return socket.send(frame);
      if (held) return void held.push(() => socket.send(frame));
      if (losses === 0) return socket.send(frame);
      losses -= 1;
      lostCount += 1;
      return void socket.close();
    });
  });
  return {
    /** Ends the connection in place of the next acknowledgements: the server has the message, the page no answer. */
    lose: (count: number) => {
      losses = count;
    },
    lostCount: () => lostCount,
    /** Holds the acknowledgements back until `release`. */
    hold: () => {
      held = [];
    },
    heldCount: () => held?.length ?? 0,
    release: () => {
      for (const send of held ?? []) send();
      held = null;
    },
  };
}

/** Lets the test block the socket of a page and restore it. Affects connections that are opened from then on. */
export async function controlSocket(page: Page) {
  let isBlocked = false;
  const open = new Set<WebSocketRoute>();
  await page.routeWebSocket(socketPath, (socket) => {
    if (isBlocked) return void socket.close();
    open.add(socket);
    return void socket.connectToServer();
  });
  await page.route(socketPath, (route) => (isBlocked ? route.abort() : route.continue()));
  return {
    block: async () => {
      isBlocked = true;
      await Promise.all([...open].map((socket) => socket.close()));
      open.clear();
    },
    restore: () => {
      isBlocked = false;
    },
  };
}

/** Opens a page and waits until its socket is connected: before that, messages are sent over HTTP. */
export async function gotoConnected(page: Page, path: string): Promise<void> {
  const connected = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('40')) resolve();
      }),
    );
  });
  await page.goto(path);
  await connected;
}

/** The messages that a page sends, in order. */
export function followSends(page: Page): readonly Sent[] {
  const sends: Sent[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const sent = readSend(payload);
      if (sent) sends.push({ content: sent.content, way: 'socket' });
    }),
  );
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/messages/send')) return;
    sends.push({ content: (request.postDataJSON() as { content: string }).content, way: 'HTTP' });
  });
  return sends;
}

/** The message in a frame of Socket.IO, if it is one that sends a message. */
function readSend(frame: string | Buffer): { ackId: string; content: string } | null {
  const [, ackId, message] = /^42(\d+)\["sendMessage",(.*)\]$/s.exec(String(frame)) ?? [];
  if (ackId === undefined || message === undefined) return null;
  return { ackId, content: (JSON.parse(message) as { content: string }).content };
}
