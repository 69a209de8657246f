import type { ChatId, ClientToServerEvents, ServerToClientEvents } from '@chat-app/contract';
import { limits } from '@chat-app/contract';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from './sql.ts';
import { io, type Socket } from 'socket.io-client';
import { makeChat, makeCrowd, type Somebody } from './crowd.ts';
import { round2, summarise } from './measure.ts';
import { cpuMsOf } from './processes.ts';

type Line = Socket<ServerToClientEvents, ClientToServerEvents>;

interface Stage {
  readonly program: { readonly url: string; readonly pid: number };
  readonly sql: Sql;
  readonly start: (person: Somebody, chatId: ChatId) => Promise<void>;
}

interface Load {
  readonly callCount: number;
  readonly seatCount: number;
  readonly seconds: number;
}

/** The size of a chunk of 300 ms at 32 kbit/s. */
const pieceBytes = 1_650;

/** Calls without browsers in which every participant talks all the time: the server's cost of relaying audio. */
export async function measureRelay({ program, sql, start }: Stage, { callCount, seatCount, seconds }: Load) {
  const lines: { line: Line; chatId: ChatId }[] = [];
  for (let call = 0; call < callCount; call += 1) {
    const crowd = await makeCrowd(sql, seatCount);
    const chatId = await makeChat(sql, crowd);
    const sockets = await Promise.all(crowd.map((person) => connect(program.url, person)));
    await start(crowd[0] as Somebody, chatId);
    for (const [index, line] of sockets.entries()) {
      const seated = heard(line, 'callingUsers');
      line.emit('joinVoiceRoom', chatId, (crowd[index] as Somebody).id);
      await seated;
      lines.push({ line, chatId });
    }
  }

  const counts = { sent: 0, heard: 0 };
  const delaysMs: number[] = [];
  for (const { line } of lines) {
    line.on('audioStream', (dataUrl) => {
      counts.heard += 1;
      const sentAt = Number(
        Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
          .subarray(0, 13)
          .toString(),
      );
      delaysMs.push(Date.now() - sentAt);
    });
  }
  const cpuBefore = await cpuMsOf(program.pid);
  const timers = lines.map(({ line, chatId }, index) =>
    talk(line, chatId, { counts, afterMs: (index * limits.audioPieceMs) / lines.length }),
  );
  await pause(seconds * 1000);
  timers.forEach((stop) => stop());
  const cpuMs = (await cpuMsOf(program.pid)) - cpuBefore;
  await pause(500);
  lines.forEach(({ line }) => line.disconnect());
  const expected = counts.sent * (seatCount - 1);
  return {
    calls: callCount,
    people: callCount * seatCount,
    deliveriesPerSecond: Math.round(counts.heard / seconds),
    lostPercent: round2(((expected - counts.heard) * 100) / expected),
    cpuPercentOfOneCore: round2(cpuMs / seconds / 10),
    delay: summarise(delaysMs),
  };
}

async function connect(url: string, { cookie, id }: Somebody): Promise<Line> {
  const line: Line = io(url, { transports: ['websocket'], extraHeaders: { cookie }, forceNew: true });
  line.on('connect', () => line.emit('online', id));
  // `chatHeads` is the last event after a connect.
  await heard(line, 'chatHeads');
  return line;
}

const heard = (line: Line, event: keyof ServerToClientEvents) => once(line as unknown as NodeJS.EventEmitter, event);

/** Each participant starts at a different moment, as users do. */
function talk(line: Line, chatId: ChatId, { counts, afterMs }: { counts: { sent: number }; afterMs: number }) {
  const rest = randomBytes(pieceBytes);
  let timer: NodeJS.Timeout = setTimeout(() => {
    timer = setInterval(() => {
      rest.write(String(Date.now()));
      line.emit('audioStream', chatId, `data:audio/ogg;codecs=opus;base64,${rest.toString('base64')}`);
      counts.sent += 1;
    }, limits.audioPieceMs);
  }, afterMs);
  return () => clearInterval(timer);
}
