import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { afterTest } from '../../../test/after-test.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { listMigrations, migrate } from '../db/migrate.ts';
import { createLogger } from '../logger.ts';
import { createDiskBlobStore } from '../storage/disk.ts';
import { ArchiveError, bufferEntry, checkArchive, openArchive, writeArchive } from './archive-file.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';
import { readTar, tarBytes, tarEnd, type TarEntry } from './tar.ts';

const logger = createLogger('error');
const template = inject('postgres');
const fileNameColumn = { table: 'uploads', column: 'file_name' };
const manifest = { createdAt: 'now', migrations: [], tables: [], hasFiles: true };
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-app-archive-'));
  afterTest(() => rm(folder, { recursive: true, force: true }));
  file = join(folder, 'backup.tar.gz');
});

/** Without any tables. */
async function anEmptyDatabase() {
  const database = `test_${randomBytes(8).toString('hex')}`;
  const admin = connectDatabase({ ...template, database: 'postgres' });
  await admin.sql`create database ${admin.sql.identifier(database)}`;
  afterTest(async () => {
    await admin.sql`drop database ${admin.sql.identifier(database)} with (force)`;
    await admin.close();
  });
  return { ...template, database };
}

/** A database of the test, closed after it. */
function open(target: Parameters<typeof connectDatabase>[0]) {
  const database = connectDatabase(target);
  afterTest(() => database.close());
  return database;
}

/** Restores the archive of the test. */
async function restoreInto(target: Awaited<ReturnType<typeof anEmptyDatabase>>, overwrite = false) {
  const blobs = await createDiskBlobStore(join(folder, 'uploads'));
  return restore({ target, file, blobs, fileNameColumn, excludedTables: [], overwrite, logger });
}

const appliedIn = async (database: Database) =>
  (await database.sql<{ name: string }[]>`select name from migrations order by name`).map(({ name }) => name);

async function* several(...entries: TarEntry[]) {
  yield* entries;
}

describe('[OPS-40] an archive', () => {
  test('returns names and bytes of any length, and skips entries that are not read', async () => {
    const bodies = [0, 1, 511, 512, 513, 200_000].map((bytes) => randomBytes(bytes));
    const entries = bodies.map((body, index) =>
      bufferEntry(`files/${index}`, [body.subarray(0, 100), body.subarray(100)]),
    );
    await writeArchive(file, manifest, several(...entries));

    const read: [string, Buffer][] = [];
    for await (const entry of (await openArchive(file)).entries) {
      if (entry.name === 'files/5') continue;
      const chunks: Buffer[] = [];
      for await (const chunk of entry.body) chunks.push(chunk);
      read.push([entry.name, Buffer.concat(chunks)]);
    }
    expect(read).toEqual(bodies.slice(0, 5).map((body, index) => [`files/${index}`, body]));
  });

  test('is written once, and not at all when an entry is shorter than declared', async () => {
    await writeArchive(file, manifest, several(bufferEntry('files/one', [Buffer.from('x')])));
    expect(await checkArchive(file)).toMatchObject({ createdAt: 'now' });
    const other = join(folder, 'other.tar.gz');
    await expect(writeArchive(file, manifest, several())).rejects.toThrow(ArchiveError);
    const liar: TarEntry = { ...bufferEntry('files/two', [Buffer.from('x')]), bytes: 2 };
    await expect(writeArchive(other, manifest, several(liar))).rejects.toThrow('2 bytes and has 1');
    await expect(checkArchive(other)).rejects.toThrow('cannot be read');
  });

  test('supports sizes beyond eight gigabytes', async () => {
    const large = 9 * 1024 ** 3;
    const body = (async function* () {})();
    const { value: header } = await tarBytes({ name: 'files/large', bytes: large, body }).next();
    const source = (async function* () {
      yield header as Buffer;
      yield tarEnd;
    })();
    const { value } = await readTar(source).next();
    expect(value).toMatchObject({ name: 'files/large', bytes: large });
  });
});

describe('[OPS-41] a restore', () => {
  test('of an older schema applies the later migrations to its rows', async () => {
    const [source, target] = [await anEmptyDatabase(), await anEmptyDatabase()];
    const all = await listMigrations();
    const older = all.slice(0, all.indexOf('0008_chat_member_ids.sql'));
    const { sql } = open(source);
    await migrate(open(source), logger, { wanted: older });
    const [ann, bob, chat] = Array.from({ length: 3 }, () => crypto.randomUUID()) as [string, string, string];
    for (const id of [ann, bob])
      await sql`insert into users (id, email, name, password_hash) values (${id}, ${`${id}@x.org`}, 'Ann', 'x')`;
    await sql`insert into chats (id, owner_id) values (${chat}, ${ann})`;
    await sql`
      insert into chat_members (chat_id, user_id, joined_at, joined_seq, read_seq)
      values (${chat}, ${ann}, '2026-01-01', 0, 0), (${chat}, ${bob}, '2026-01-02', 0, 0)`;

    const blobs = await createDiskBlobStore(join(folder, 'uploads'));
    await backUp({ source, file, blobs, fileNameColumn, isShown: async () => true, mayMissFiles: false });
    await restoreInto(target);
    const now = open(target);
    expect(await now.sql`select member_ids from chats`).toEqual([{ memberIds: [ann, bob] }]);
    expect(await appliedIn(now)).toEqual(all);
  });

  test('of a newer schema is refused', async () => {
    await writeArchive(file, { ...manifest, migrations: [...(await listMigrations()), '9999_future.sql'] }, several());
    await expect(restoreInto(await anEmptyDatabase())).rejects.toThrow('made by a newer Chat App');
  });

  test('[OPS-301] into a database of a newer release is refused, unless that is to be replaced', async () => {
    const target = await anEmptyDatabase();
    const newer = connectDatabase(target);
    await migrate(newer, logger);
    await newer.sql`insert into migrations (name) values ('9999_future.sql')`;
    await newer.close();
    const migrations = await listMigrations();
    await writeArchive(file, { ...manifest, migrations }, several());
    await expect(restoreInto(target)).rejects.toThrow('migrated by a newer Chat App');
    await restoreInto(target, true);
    expect(await appliedIn(open(target))).toEqual(migrations);
  });

  test('whose rows the database rejects fails with a message, and leaves the tables empty', async () => {
    const tables = [{ name: 'users', columns: ['id', 'email', 'name', 'password_hash'] }];
    const rows = Buffer.from(`${crypto.randomUUID()}\tann@x.org\tAnn\t\\N\n`);
    const entry = bufferEntry('tables/users/1.copy', [rows]);
    await writeArchive(file, { ...manifest, migrations: await listMigrations(), tables }, several(entry));
    const target = await anEmptyDatabase();
    await expect(restoreInto(target)).rejects.toThrow('PostgreSQL refused rows of users');
    expect(await open(target).sql`select count(*)::int as count from users`).toEqual([{ count: 0 }]);
  });
});
