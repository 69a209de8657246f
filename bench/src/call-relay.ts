import type { ChatId, ClientToServerEvents, ServerToClientEvents } from '@chat-app/contract';
import { limits } from '@chat-app/contract';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from './sql.ts';
import { io, type Socket } from 'socket.io-client';
import { createChat, createUsers, type BenchUser } from './users.ts';
import { round2, summarise } from './measure.ts';
import { cpuMsOf } from './processes.ts';

type CallSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

interface RelaySetup {
  readonly program: { readonly url: string; readonly pid: number };
  readonly sql: Sql;
  readonly start: (user: BenchUser, chatId: ChatId) => Promise<void>;
}

interface Load {
  readonly callCount: number;
  readonly participantCount: number;
  readonly seconds: number;
}

/** The size of a chunk of 300 ms at 32 kbit/s. */
const audioChunkBytes = 1_650;

/** Calls without browsers in which every participant talks all the time: the server's cost of relaying audio. */
export async function measureRelay(
  { program, sql, start }: RelaySetup,
  { callCount, participantCount, seconds }: Load,
) {
  const connected: { socket: CallSocket; chatId: ChatId }[] = [];
  for (let call = 0; call < callCount; call += 1) {
    const users = await createUsers(sql, participantCount);
    const chatId = await createChat(sql, users);
    const sockets = await Promise.all(users.map((user) => connect(program.url, user)));
    await start(users[0] as BenchUser, chatId);
    for (const [index, socket] of sockets.entries()) {
      const joined = nextEvent(socket, 'callingUsers');
      socket.emit('joinVoiceRoom', chatId, (users[index] as BenchUser).id);
      await joined;
      connected.push({ socket, chatId });
    }
  }

  const counts = { sent: 0, received: 0 };
  const delaysMs: number[] = [];
  for (const { socket } of connected) {
    socket.on('audioStream', (dataUrl) => {
      counts.received += 1;
      const sentAt = Number(
        Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
          .subarray(0, 13)
          .toString(),
      );
      delaysMs.push(Date.now() - sentAt);
    });
  }
  const cpuBefore = await cpuMsOf(program.pid);
  const timers = connected.map(({ socket, chatId }, index) =>
    startTalking(socket, chatId, { counts, afterMs: (index * limits.audioPieceMs) / connected.length }),
  );
  await pause(seconds * 1000);
  timers.forEach((stop) => stop());
  const cpuMs = (await cpuMsOf(program.pid)) - cpuBefore;
  await pause(500);
  connected.forEach(({ socket }) => socket.disconnect());
  const expected = counts.sent * (participantCount - 1);
  return {
    calls: callCount,
    people: callCount * participantCount,
    deliveriesPerSecond: Math.round(counts.received / seconds),
    lostPercent: round2(((expected - counts.received) * 100) / expected),
    cpuPercentOfOneCore: round2(cpuMs / seconds / 10),
    delay: summarise(delaysMs),
  };
}

async function connect(url: string, { cookie, id }: BenchUser): Promise<CallSocket> {
  const socket: CallSocket = io(url, { transports: ['websocket'], extraHeaders: { cookie }, forceNew: true });
  socket.on('connect', () => socket.emit('online', id));
  // `chatHeads` is the last event after a connect.
  await nextEvent(socket, 'chatHeads');
  return socket;
}

const nextEvent = (socket: CallSocket, event: keyof ServerToClientEvents) =>
  once(socket as unknown as NodeJS.EventEmitter, event);

/** Each participant starts at a different moment, as users do. */
function startTalking(
  socket: CallSocket,
  chatId: ChatId,
  { counts, afterMs }: { counts: { sent: number }; afterMs: number },
) {
  const audio = randomBytes(audioChunkBytes);
  let timer: NodeJS.Timeout = setTimeout(() => {
    timer = setInterval(() => {
      audio.write(String(Date.now()));
      socket.emit('audioStream', chatId, `data:audio/ogg;codecs=opus;base64,${audio.toString('base64')}`);
      counts.sent += 1;
    }, limits.audioPieceMs);
  }, afterMs);
  return () => clearInterval(timer);
}
