import { errorStatuses } from '@chat-app/contract';
import type { BrowserContext, Page } from '@playwright/test';

const socketPath = /\/socket\.io\//;
/** A refusal after which the browser tries again. */
const busy = { code: 'unavailable', message: 'Not now' } as const;

/**
 * While `isBusy`, refuses messages on their way to the server, over the socket and over HTTP; returns the contents of
 * those that pass. Affects connections that are opened from then on: load the page afterwards.
 */
export async function refuseSends(target: Page | BrowserContext, isBusy: () => boolean): Promise<readonly string[]> {
  const passed: string[] = [];
  await target.routeWebSocket(socketPath, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      const sent = readSend(frame);
      if (sent && isBusy()) return socket.send(`43${sent.ackId}${JSON.stringify([{ ok: false, ...busy }])}`);
      if (sent) passed.push(sent.content);
      return server.send(frame);
    });
  });
  await target.route('**/api/messages/send', (route) => {
    if (isBusy()) return route.fulfill({ status: errorStatuses[busy.code], json: busy });
    passed.push((route.request().postDataJSON() as { content: string }).content);
    return route.continue();
  });
  return passed;
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

/** The message in a frame of Socket.IO, if it is one that sends a message. */
function readSend(frame: string | Buffer): { ackId: string; content: string } | null {
  const [, ackId, message] = /^42(\d+)\["sendMessage",(.*)\]$/s.exec(String(frame)) ?? [];
  if (ackId === undefined || message === undefined) return null;
  return { ackId, content: (JSON.parse(message) as { content: string }).content };
}
