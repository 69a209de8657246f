import { type ChatId, type ClientId, getMessages, sendFile, sendMessage } from '@chat-app/contract';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { asId } from './as-id.ts';
import { connectDatabase, type Database } from '../src/platform/db/database.ts';
import { connectAsAdmin } from '../src/platform/db/embedded-postgres-server.ts';
import { report, roundsOf } from './faults/plan.ts';
import { createUsers, type TestUser } from './faults/users.ts';
import { mountSmallDisk } from './faults/small-disk.ts';
import { noFaults, verifyAcknowledged } from './faults/tally.ts';
import type { Acknowledged } from './faults/writers.ts';
import { useProgram } from './program.ts';

const { place, start, end, ownDatabase, databaseIsGone } = useProgram();
const timeout = 600_000;
const disposers: (() => Promise<unknown>)[] = [];
// Before the folder is removed, which a mounted disk would prevent.
afterEach(async () => {
  for (const dispose of disposers.splice(0).toReversed()) await dispose();
});

/** The program with its database on one small disk and its uploads on another. */
async function startOnSmallDisks() {
  const [mainDir, uploadsDir] = [place.dataDir, join(place.dataDir, 'uploads')];
  const databaseDisk = await mountSmallDisk(mainDir, 256);
  disposers.push(databaseDisk.unmount);
  const uploadsDisk = await mountSmallDisk(uploadsDir, 16);
  disposers.push(uploadsDisk.unmount);
  const { child, output } = await start({ RATE_LIMITS: 'off', LOG_LEVEL: 'warn' });
  disposers.push(async () => {
    await end(child, 'SIGKILL');
    await databaseIsGone();
  });
  const { host: socketDir } = ownDatabase();
  const database = connectDatabase(ownDatabase());
  disposers.push(() => database.close());
  const users = await createUsers(`http://127.0.0.1:${place.port}`, database);
  /** Adds diagnostics when the program did not recover. */
  const tellWhy = async (error: unknown) => {
    const postgresLog = await readFile(join(mainDir, 'postgres.log'), 'utf8');
    throw new Error(`${output.text.slice(-4000)}\n${postgresLog.slice(-4000)}`, { cause: error });
  };
  return { child, database, databaseDisk, users, socketDir, tellWhy, uploadsDir, uploadsDisk };
}

const countRows = async ({ sql }: Database) => {
  const [rows] = await sql<{ messages: number; uploads: number }[]>`
    select (select count(*) from messages)::int as messages, (select count(*) from uploads)::int as uploads`;
  return rows;
};

/** The next write to the database needs a new file of its log. */
async function switchLog(socketDir: string): Promise<void> {
  const admin = connectAsAdmin(socketDir);
  try {
    await admin.sql`select pg_switch_wal()`;
  } finally {
    await admin.close();
  }
}

/** A user who writes, uploads and reads, and the outcomes. */
function actAs({ client }: TestUser, chatId: ChatId) {
  const acknowledged: Acknowledged[] = [];
  let said = 0;
  return {
    acknowledged,
    refused: () => said - acknowledged.length,
    say: async () => {
      said += 1;
      const clientId = asId<ClientId>(`m-${said}`);
      // Incompressible, so that it needs new room in the table.
      const content = randomBytes(4000).toString('base64url');
      const { status, body } = await client.call(sendMessage, { chatId, content, type: 'text', clientId });
      if (status === 201) {
        const { _id: messageId, seq } = body.message;
        acknowledged.push({ chatId, clientId, messageId, seq });
      }
      return status;
    },
    upload: async () => {
      const file = new Blob([randomBytes(1_000_000)]);
      return (await client.upload(sendFile, file, 'a.bin', { chatId })).status;
    },
    read: async () => (await client.call(getMessages, { chatId, limit: 1 })).status,
  };
}

test(
  '[OPS-36] on a full disk nothing is half-done, and everything works when there is room again',
  { timeout },
  async () => {
    const { child, database, databaseDisk, users, socketDir, tellWhy, uploadsDir, uploadsDisk } =
      await startOnSmallDisks();
    const { acknowledged, read, refused, say, upload } = actAs(users.ann, users.direct);
    const stored = async () => {
      const entries = await readdir(uploadsDir, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && entry.name !== 'ballast').length;
      return { ...(await countRows(database)), files };
    };
    const rounds = roundsOf({ usual: 1, all: 5 });
    let slowestHealingMs = 0;
    for (let round = 0; round < rounds; round += 1) {
      expect([await say(), await upload()]).toEqual([201, 201]);
      const before = await stored();
      await uploadsDisk.fill();
      expect([await upload(), await upload()]).toEqual([507, 507]);
      expect(await stored()).toEqual(before);
      expect([await say(), await read()]).toEqual([201, 200]);
      await uploadsDisk.free();
      expect(await upload()).toBe(201);

      // The database's log has room for what follows; otherwise it may stop here already.
      await switchLog(socketDir);
      expect(await say()).toBe(201);
      await databaseDisk.fill();
      const answers = await Promise.all(Array.from({ length: 20 }, say));
      // A table may have some free room left; messages accepted there count like any other.
      expect(answers.filter((status) => status !== 201 && status !== 503)).toEqual([]);
      expect(answers).toContain(503);
      expect(await read()).toBe(200);
      await databaseDisk.free();
      expect(await say()).toBe(201);

      // Without room for its log it cannot even run.
      await databaseDisk.fill();
      await switchLog(socketDir).catch(() => null);
      for (let count = 0; count < 10; count += 1) expect(await say()).toBe(503);
      await databaseDisk.free();
      const freedAt = performance.now();
      await vi.waitUntil(async () => (await say()) === 201, { interval: 100 }).catch(tellWhy);
      slowestHealingMs = Math.max(slowestHealingMs, Math.round(performance.now() - freedAt));
    }
    expect(child.exitCode).toBeNull();
    const tally = await verifyAcknowledged(acknowledged, { database, reader: users.ann.client });
    await report('full disk', { rounds, ...tally, refused: refused(), slowestHealingMs });
    expect(tally).toMatchObject(noFaults);
  },
);
