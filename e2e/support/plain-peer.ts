import { getSession, type UserId } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';

const library = fileURLToPath(new URL('../../node_modules/socket.io-client/dist/socket.io.min.js', import.meta.url));

interface PlainSocket {
  emit: (name: string, ...args: unknown[]) => void;
  on: (name: string, listen: (...args: never[]) => unknown) => void;
}

interface Offer {
  name: string;
  /** The announced size. The sent size may differ. */
  size: number;
  canResume?: boolean;
}

interface Sending {
  targetId: UserId;
  offer: Offer;
  byteCount: number;
  /** Sent as text before the end. */
  lastWords?: string;
  /** Also opens a second channel and sends data over it. */
  hasSecondChannel?: boolean;
}

export interface PlainReceived {
  byteCount: number;
  sum: number;
  texts: string[];
  largestChunk: number;
}

type PlainWindow = typeof window & {
  io: () => PlainSocket;
  plainSocket: PlainSocket;
  received: PlainReceived;
  isSecondClosed: boolean;
  leave: () => void;
};

/** Turns the page into a minimal peer: it knows the events, the chunks and 'END', but none of our extensions. */
export async function becomePlainPeer(page: Page): Promise<void> {
  await page.route('**/plain-peer', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>A plain peer</p>' }),
  );
  await page.goto('/plain-peer');
  await page.addScriptTag({ path: library });
  await page.evaluate(async (sessionPath) => {
    const self = window as unknown as PlainWindow;
    const { user } = (await (await fetch(sessionPath)).json()) as { user: { id: string } };
    self.plainSocket = self.io();
    await new Promise<void>((resolve) => {
      // The second list is the response to `online`. From then on the user counts as online.
      let lists = 0;
      self.plainSocket.on('connect', () => self.plainSocket.emit('online', user.id));
      self.plainSocket.on('getOnlineUsers', () => {
        lists += 1;
        if (lists === 2) resolve();
      });
    });
  }, getSession.path);
}

/** Offers a file and sends it once it is accepted. */
export async function sendPlainly(page: Page, sending: Sending): Promise<void> {
  await page.evaluate(({ targetId, offer, byteCount, lastWords, hasSecondChannel }) => {
    const self = window as unknown as PlainWindow;
    const { plainSocket: socket } = self;
    const connection = new RTCPeerConnection();
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate) socket.emit('ice-candidate', candidate.toJSON(), targetId);
    });
    const channel = connection.createDataChannel('plain');
    const send = () => {
      const bytes = new Uint8Array(byteCount).fill(7);
      for (let at = 0; at < bytes.length; at += 8192) channel.send(bytes.subarray(at, at + 8192));
      if (lastWords !== undefined) channel.send(lastWords);
      channel.send('END');
    };
    self.leave = () => {
      channel.close();
      socket.emit('fileTransferCancel', targetId);
    };
    if (hasSecondChannel) {
      const second = connection.createDataChannel('second');
      second.addEventListener('open', () => second.send(new Uint8Array(100)));
      second.addEventListener('close', () => {
        self.isSecondClosed = true;
      });
    }
    // A sender that claims to support resuming first receives the position to start from.
    channel.addEventListener(offer.canResume ? 'message' : 'open', send, { once: true });
    socket.on('fileTransferAccept', async () => {
      await connection.setLocalDescription();
      socket.emit('senderDesc', connection.localDescription?.toJSON(), targetId);
    });
    socket.on('receiverDesc', (answer: RTCSessionDescriptionInit) => connection.setRemoteDescription(answer));
    socket.on('ice-candidate', (candidate: RTCIceCandidateInit) => connection.addIceCandidate(candidate));
    socket.emit('sendFileRequest', offer, targetId);
  }, sending);
}

/** Accepts every offer and counts the received bytes. */
export async function receivePlainly(page: Page): Promise<void> {
  await page.evaluate(() => {
    const self = window as unknown as PlainWindow;
    const { plainSocket: socket } = self;
    const connection = new RTCPeerConnection();
    self.received = { byteCount: 0, sum: 0, texts: [], largestChunk: 0 };
    connection.addEventListener('datachannel', ({ channel }) => {
      channel.binaryType = 'arraybuffer';
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (!(data instanceof ArrayBuffer)) return void self.received.texts.push(String(data));
        self.received.byteCount += data.byteLength;
        self.received.largestChunk = Math.max(self.received.largestChunk, data.byteLength);
        for (const byte of new Uint8Array(data)) self.received.sum += byte;
        return undefined;
      });
    });
    socket.on('fileTransferRequest', (_metadata: never, senderId: UserId) => {
      connection.addEventListener('icecandidate', ({ candidate }) => {
        if (candidate) socket.emit('ice-candidate', candidate.toJSON(), senderId);
      });
      socket.on('senderDesc', async (offer: RTCSessionDescriptionInit) => {
        await connection.setRemoteDescription(offer);
        await connection.setLocalDescription();
        socket.emit('receiverDesc', connection.localDescription?.toJSON(), senderId);
      });
      socket.on('ice-candidate', (candidate: RTCIceCandidateInit) => connection.addIceCandidate(candidate));
      socket.emit('fileReceiveAccept', senderId);
    });
  });
}

/** Closes the channel and cancels the request, whatever its state. */
export async function leavePlainly(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as PlainWindow).leave());
}

export function isSecondClosed(page: Page): Promise<boolean> {
  return page.evaluate(() => (window as unknown as PlainWindow).isSecondClosed);
}

export function plainlyReceived(page: Page): Promise<PlainReceived> {
  return page.evaluate(() => (window as unknown as PlainWindow).received);
}
