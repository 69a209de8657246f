import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { Server } from 'socket.io';
import { z } from 'zod';

/**
 * The libraries of the program without the program: Socket.IO, zod, and one statement per batch through pg, with the
 * same durability. No sessions, limits, history, search, logs or metrics. The real program is started for its database
 * and stays idle.
 */
const { PORT = '0', DATA_DIR = '' } = process.env;
const listening = createServer().listen(Number(PORT), '127.0.0.1');
await once(listening, 'listening');
await startDatabase(await freePort());

const pool = new Pool({ host: join(DATA_DIR, 'postgres'), user: 'chat', database: 'chat', max: 2 });
// The database stops before this does.
pool.on('error', () => {});
await pool.query('create table bare_messages (id bigserial primary key, chat_id uuid not null, content text not null)');

const NewMessage = z.object({
  chatId: z.uuid(),
  content: z.string().min(1).max(10_000),
  type: z.enum(['text', 'image', 'file']),
  clientId: z.string().max(100),
});

/** @type {Map<string, import('socket.io').Socket>} */
const sockets = new Map();
/** @type {Map<string, Promise<string[]>>} */
const memberIds = new Map();

new Server(listening, { transports: ['websocket'], perMessageDeflate: false }).on('connection', (socket) => {
  let userId = '';
  socket.on('online', (/** @type {string} */ id) => {
    userId = id;
    sockets.set(id, socket);
    socket.emit('chatHeads', []);
  });
  socket.on('sendMessage', (given, ack) => {
    const { success, data } = NewMessage.safeParse(given);
    if (!success) ack({ ok: false, code: 'invalid_input' });
    else enqueue({ ...data, userId, ack });
  });
});

/** @typedef {z.infer<typeof NewMessage> & { userId: string, ack: (answer: object) => void }} Waiting */

/** @type {Waiting[]} */
let waiting = [];
let isWriting = false;

/** @param {Waiting} message */
function enqueue(message) {
  waiting.push(message);
  if (!isWriting) void writeBatches();
}

/** What arrives while a batch is written goes with the next one. */
async function writeBatches() {
  isWriting = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    const { rows } = await pool.query({
      name: 'add',
      text: 'insert into bare_messages (chat_id, content) select * from unnest($1::uuid[], $2::text[]) returning id',
      values: [batch.map(({ chatId }) => chatId), batch.map(({ content }) => content)],
    });
    await Promise.all(batch.map((message, index) => deliver(message, rows[index].id)));
  }
  isWriting = false;
}

/**
 * @param {Waiting} message
 * @param {string} id
 */
async function deliver({ ack, chatId, content, type, clientId, userId }, id) {
  const message = { _id: id, chatId, content, type, clientId, sender: userId };
  ack({ ok: true, message });
  for (const memberId of await membersOf(chatId))
    if (memberId !== userId) sockets.get(memberId)?.emit('newMessage', message);
}

/** @param {string} chatId */
function membersOf(chatId) {
  const known = memberIds.get(chatId) ?? findMembers(chatId);
  memberIds.set(chatId, known);
  return known;
}

/** @param {string} chatId */
async function findMembers(chatId) {
  const { rows } = await pool.query('select user_id from chat_members where chat_id = $1', [chatId]);
  return rows.map(({ user_id: userId }) => String(userId));
}

/** @param {number} port */
async function startDatabase(port) {
  const main = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));
  const program = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('SIGTERM', () => program.kill('SIGTERM'));
  program.once('exit', (code) => process.exit(code ?? 1));
  for await (const text of program.stdout) if (String(text).includes('is running at')) break;
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}

process.stdout.write(`is running at ${PORT}\n`);
