import type { Ack, ErrorCode, ServerToClientEvents } from '@chat-app/contract';
import { act } from '@testing-library/react';

/**
 * Stands in for the chat server at the transport: the page's own Socket.IO client talks to it over a WebSocket that is
 * none. Packets are those of Engine.IO 4: `0` open, `40` connect, `42` event, `43` acknowledgement, `41` disconnect, `44` refused.
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
      if (!chatServer.isGreeting) return this.close();
      return this.receive(
        `0${JSON.stringify({ sid: 'e', upgrades: [], pingInterval: 1e9, pingTimeout: 1e9, maxPayload: 1e6 })}`,
      );
    });
  }

  send(packet: string) {
    if (packet === '40') return this.answerConnect();
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

  private answerConnect() {
    if (!chatServer.isWelcome) return queueMicrotask(() => this.receive(`44${JSON.stringify(chatServer.refusal)}`));
    connected.add(this);
    return queueMicrotask(() => this.receive('40{"sid":"n"}'));
  }

  private fail() {
    this.readyState = 3;
    this.onerror?.({});
  }
}

/** Without WebSocket the client tries polling: that finds nobody either. */
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

interface Refusal {
  message: string;
  data?: { code: ErrorCode };
}

const unauthenticated: Refusal = { message: 'Please log in', data: { code: 'unauthenticated' } };

const connected = new Set<StandInWebSocket>();

const takeAll = (): Ack => ({ ok: true });

export const chatServer = {
  isUp: true,
  /** Whether anything comes back at all. */
  isAnswering: true,
  /** Whether its line holds until it has said hello. */
  isGreeting: true,
  /** Whether it knows the session. */
  isWelcome: true,
  /** How it refuses a connection otherwise. */
  refusal: unauthenticated,
  /** What browsers said, as `[event, ...arguments]`. */
  heard: [] as unknown[][],
  /** How events with an acknowledgement are answered; null: not at all. */
  answer: takeAll as (event: unknown[]) => Ack | null | Promise<Ack | null>,
  get connectionCount() {
    return connected.size;
  },
  /** Says something to every connection. */
  tell: <Name extends keyof ServerToClientEvents>(name: Name, ...args: Parameters<ServerToClientEvents[Name]>) =>
    act(async () => connected.forEach((socket) => socket.receive(`42${JSON.stringify([name, ...args])}`))),
  /** Breaks every connection, as a network does. */
  cut: () => act(async () => connected.forEach((socket) => socket.close())),
  /** Ends every connection, as a server does that wants somebody out. */
  throwOut: () => act(async () => connected.forEach((socket) => socket.receive('41'))),
};

export function resetChatServer(): void {
  connected.clear();
  Object.assign(chatServer, {
    isUp: true,
    isAnswering: true,
    isGreeting: true,
    isWelcome: true,
    refusal: unauthenticated,
    heard: [],
    answer: takeAll,
  });
}

// The client library picks these up once, when it is loaded.
Object.assign(globalThis, { WebSocket: StandInWebSocket, XMLHttpRequest: StandInPolling });
