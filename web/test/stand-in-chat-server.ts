import type { Ack, ServerToClientEvents } from '@chat-app/contract';
import { act } from '@testing-library/react';

/**
 * A fake chat server at the transport level: the real Socket.IO client talks to it over a fake WebSocket. Packets
 * follow Engine.IO 4: `0` open, `40` connect, `42` event, `43` acknowledgement, `41` disconnect, `44` connect error.
 */
class StandInWebSocket {
  static readonly OPEN = 1;
  readyState = 0;
  binaryType = '';
  onopen: (() => void) | null = null;
  onclose: ((event: object) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: ((event: object) => void) | null = null;

  constructor() {
    queueMicrotask(() => {
      if (!chatServer.isAnswering) return undefined;
      if (!chatServer.isUp) return this.fail();
      this.readyState = 1;
      this.onopen?.();
      if (!chatServer.isHandshakeAnswered) return this.close();
      return this.receive(
        `0${JSON.stringify({ sid: 'e', upgrades: [], pingInterval: 1e9, pingTimeout: 1e9, maxPayload: 1e6 })}`,
      );
    });
  }

  send(packet: string) {
    if (packet.startsWith('40')) return this.answerConnect(packet.slice(2));
    const [, ackId, event] = /^42(\d*)(.*)$/s.exec(packet) ?? [];
    if (event === undefined) return undefined;
    const heard = JSON.parse(event) as unknown[];
    chatServer.heard.push(heard);
    if (ackId) void this.acknowledge(ackId, chatServer.answer(heard));
    return undefined;
  }

  private async acknowledge(ackId: string, answering: Ack | null | Promise<Ack | null>) {
    const answer = await answering;
    if (answer && this.readyState === 1) this.receive(`43${ackId}${JSON.stringify([answer])}`);
  }

  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    connected.delete(this);
    queueMicrotask(() => this.onclose?.({}));
  }

  receive(packet: string) {
    this.onmessage?.({ data: packet });
  }

  private answerConnect(auth: string) {
    chatServer.claims.push(auth === '' ? null : JSON.parse(auth));
    if (chatServer.isSessionValid) connected.add(this);
    const answer = chatServer.isSessionValid ? '40{"sid":"n"}' : `44${JSON.stringify(unauthenticated)}`;
    queueMicrotask(() => this.receive(answer));
  }

  private fail() {
    this.readyState = 3;
    this.onerror?.({});
  }
}

/** If the WebSocket fails, the client tries polling, which fails too. */
class StandInPolling {
  readyState = 0;
  status = 0;
  responseType = '';
  onreadystatechange: (() => void) | null = null;
  open() {}
  setRequestHeader() {}
  abort() {}
  send() {
    queueMicrotask(() => {
      this.readyState = 4;
      this.onreadystatechange?.();
    });
  }
}

const unauthenticated = { message: 'Please log in', data: { code: 'unauthenticated' } };
const connected = new Set<StandInWebSocket>();

const atFirst = () => ({
  isUp: true,
  /** Whether the server responds at all. */
  isAnswering: true,
  /** Whether the connection lasts until the handshake. */
  isHandshakeAnswered: true,
  isSessionValid: true,
  /** The authentication data of each connection. */
  claims: [] as unknown[],
  /** The received events, as `[event, ...arguments]`. */
  heard: [] as unknown[][],
  /** Returns the acknowledgement of an event; null for none. */
  answer: (_event: unknown[]): Ack | null | Promise<Ack | null> => ({ ok: true }),
});

export const chatServer = {
  ...atFirst(),
  get connectionCount() {
    return connected.size;
  },
  /** Emits an event to all connections. */
  emit: <Name extends keyof ServerToClientEvents>(name: Name, ...args: Parameters<ServerToClientEvents[Name]>) =>
    chatServer.emitTogether([name, ...args]),
  /** Emits events that arrive at the same time, as `[event, ...arguments]`. */
  emitTogether: (...events: unknown[][]) =>
    act(async () =>
      connected.forEach((socket) => events.forEach((event) => socket.receive(`42${JSON.stringify(event)}`))),
    ),
  /** Breaks all connections, like a network failure. */
  cut: () => act(async () => connected.forEach((socket) => socket.close())),
  /** Disconnects all clients from the server side. */
  disconnectAll: () => act(async () => connected.forEach((socket) => socket.receive('41'))),
};

export function resetChatServer(): void {
  connected.clear();
  Object.assign(chatServer, atFirst());
}

// The client library reads these globals once, when it is loaded.
Object.assign(globalThis, { WebSocket: StandInWebSocket, XMLHttpRequest: StandInPolling });
