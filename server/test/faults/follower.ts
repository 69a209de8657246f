import {
  type ChatId,
  type ClientToServerEvents,
  getMessages,
  type Message,
  type ServerToClientEvents,
} from '@chat-app/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { clientAt, type TestUser } from './users.ts';

/** What a reconnected device had missed, and how long it took to catch up after it was connected. */
interface Recovery {
  readonly ms: number;
  readonly missed: number;
}

/** A device that follows one chat as a client should: it shows the next message, drops old ones, and fetches gaps. */
export function follow(url: string, user: TestUser, chatId: ChatId) {
  // Its requests use the same path as its events.
  const client = clientAt(url, user);
  const shown: Message[] = [];
  const recoveries: Recovery[] = [];
  const reasons: string[] = [];
  const clock = { isOver: false };
  let connects = 0;
  let closedAt = 0;
  const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
    // The library does not notice a connection that broke before the server's handshake; our client does.
    timeout: 2000,
    extraHeaders: { cookie: `session=${client.cookies.get('session')}` },
  });

  const lastSeq = () => shown.at(-1)?.seq ?? 0;
  let wanted = 0;
  let behind: { since: number; goal: number; from: number } | null = null;
  let catchingUp: Promise<void> | null = null;
  async function catchUp() {
    while (lastSeq() < wanted && !clock.isOver) {
      const asking = client.call(getMessages, { chatId, limit: 50, after: lastSeq() });
      const answer = await asking.catch(() => null);
      if (answer?.status === 200) answer.body.data.toReversed().forEach(show);
      else await pause(100);
    }
    catchingUp = null;
  }
  function show(message: Message) {
    if (message.seq !== lastSeq() + 1) return;
    shown.push(message);
    noteRecovery();
  }
  function noteRecovery() {
    if (!behind || lastSeq() < behind.goal) return;
    if (connects > 1) recoveries.push({ ms: Date.now() - behind.since, missed: behind.goal - behind.from });
    behind = null;
  }
  function noteSeq(seq: number) {
    wanted = Math.max(wanted, seq);
    if (lastSeq() < wanted) catchingUp ??= catchUp();
  }

  /** The library does not reconnect when the server closed or refused the connection; our client does. */
  function reconnect() {
    if (!socket.active && !clock.isOver) setTimeout(() => clock.isOver || socket.connect(), 100);
  }
  socket.on('connect', () => {
    connects += 1;
    behind = { since: Date.now(), goal: Infinity, from: lastSeq() };
    socket.emit('online', user.id);
  });
  socket.on('chatHeads', (heads) => {
    const lastSeqOfChat = heads[chatId] ?? 0;
    if (behind?.goal === Infinity) behind.goal = lastSeqOfChat;
    noteRecovery();
    noteSeq(lastSeqOfChat);
  });
  socket.on('newMessage', (message) => {
    if (message.chatId !== chatId) return;
    show(message);
    noteSeq(message.seq);
  });
  socket.on('disconnect', (reason) => {
    reasons.push(reason);
    closedAt = Date.now();
    reconnect();
  });
  socket.on('connect_error', reconnect);
  return {
    socket,
    shown: shown as readonly Message[],
    connects: () => connects,
    /** The reason of each disconnect. */
    reasons: reasons as readonly string[],
    /** Each reconnect after which the connection held until the device had caught up. */
    recoveries: recoveries as readonly Recovery[],
    closedAt: () => closedAt,
    /** Its connection breaks: the time until it has caught up no longer counts. */
    discardRecovery: () => {
      behind = null;
    },
    /** Disconnects and reconnects, to any node. */
    reconnectNow: () => void socket.disconnect().connect(),
    stop: () => {
      clock.isOver = true;
      socket.disconnect();
    },
  };
}

export type Follower = ReturnType<typeof follow>;
