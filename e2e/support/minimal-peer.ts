import { getSession, type UserId } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { type ClientSocket, openBarePage } from './bare-page.ts';

interface FileToSend {
  targetId: UserId;
  name: string;
  size: number;
}

interface ReceivedBytes {
  byteCount: number;
  sum: number;
  texts: string[];
  largestChunk: number;
}

type PeerWindow = typeof window & {
  io: () => ClientSocket;
  peerSocket: ClientSocket;
  received: ReceivedBytes;
  isSecondChannelClosed: boolean;
  disconnect: () => void;
};

/**
 * Turns the page into a minimal client of another vendor: it implements the events, the chunks and 'END', but none of
 * our extensions.
 */
export async function openMinimalPeer(page: Page) {
  await connect(page);
  return {
    sendFile: (file: FileToSend) => sendFile(page, file),
    acceptFiles: () => acceptFiles(page),
    received: () => page.evaluate(() => (window as unknown as PeerWindow).received),
    isSecondChannelClosed: () => page.evaluate(() => (window as unknown as PeerWindow).isSecondChannelClosed),
    /** Closes the channel and cancels the request, in any state. */
    disconnect: () => page.evaluate(() => (window as unknown as PeerWindow).disconnect()),
  };
}

async function connect(page: Page): Promise<void> {
  await openBarePage(page);
  await page.evaluate(async (sessionPath) => {
    const self = window as unknown as PeerWindow;
    const { user } = (await (await fetch(sessionPath)).json()) as { user: { id: string } };
    self.peerSocket = self.io();
    await new Promise<void>((resolve) => {
      // The second list is the response to `online`. From then on the user counts as online.
      let lists = 0;
      self.peerSocket.on('connect', () => self.peerSocket.emit('online', user.id));
      self.peerSocket.on('getOnlineUsers', () => {
        lists += 1;
        if (lists === 2) resolve();
      });
    });
  }, getSession.path);
}

/** Offers a file and sends it once it is accepted. Also opens a second channel and sends over it. */
async function sendFile(page: Page, file: FileToSend): Promise<void> {
  await page.evaluate(({ targetId, name, size }) => {
    const self = window as unknown as PeerWindow;
    const { peerSocket: socket } = self;
    const connection = new RTCPeerConnection();
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate) socket.emit('ice-candidate', candidate.toJSON(), targetId);
    });
    const channel = connection.createDataChannel('file');
    const send = () => {
      const bytes = new Uint8Array(size).fill(7);
      for (let at = 0; at < bytes.length; at += 8192) channel.send(bytes.subarray(at, at + 8192));
      channel.send('END');
    };
    self.disconnect = () => {
      channel.close();
      socket.emit('fileTransferCancel', targetId);
    };
    channel.addEventListener('open', send, { once: true });
    const second = connection.createDataChannel('second');
    second.addEventListener('open', () => second.send(new Uint8Array(100)));
    second.addEventListener('close', () => {
      self.isSecondChannelClosed = true;
    });
    socket.on('fileTransferAccept', async () => {
      await connection.setLocalDescription();
      socket.emit('senderDesc', connection.localDescription?.toJSON(), targetId);
    });
    socket.on('receiverDesc', (answer: RTCSessionDescriptionInit) => connection.setRemoteDescription(answer));
    socket.on('ice-candidate', (candidate: RTCIceCandidateInit) => connection.addIceCandidate(candidate));
    socket.emit('sendFileRequest', { name, size }, targetId);
  }, file);
}

/** Accepts every offer and counts the received bytes. */
async function acceptFiles(page: Page): Promise<void> {
  await page.evaluate(() => {
    const self = window as unknown as PeerWindow;
    const { peerSocket: socket } = self;
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
