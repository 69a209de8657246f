import * as contract from '@chat-app/contract';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { checkArchive } from '../src/platform/archive/archive-file.ts';
import { connectDatabase } from '../src/platform/db/database.ts';
import { builtArchive, useProgram } from './program.ts';
import { environmentOf } from './test-app.ts';
import { createUsers, testPassword } from './faults/users.ts';
import type { HttpClient } from './http-client.ts';
import { withDatabase } from './with-database.ts';

type Target = Parameters<typeof connectDatabase>[0];

const { place, run, start, end, ownDatabase, isDatabaseUp, client } = useProgram();
const template = inject('postgres');
// Everything with a meaning in a dump: line breaks, tabs, backslashes, the null marker and the end marker.
const oddText = 'one\ntwo\tthree \\N \\. \\\\ "quoted" \u{1F600} tschüß';

let folder: string;
let file: string;
const databases: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-app-archive-'));
  file = join(folder, 'backup.tar.gz');
});

afterEach(async () => {
  const admin = connectDatabase({ ...template, database: 'postgres' });
  for (const name of databases.splice(0)) await admin.sql`drop database ${admin.sql.identifier(name)} with (force)`;
  await admin.close();
  await rm(folder, { recursive: true, force: true });
});

/** An empty database on an external server, and the environment variables that point to it. */
async function anExternalDatabase() {
  const database = `test_${randomBytes(8).toString('hex')}`;
  const admin = connectDatabase({ ...template, database: 'postgres' });
  await admin.sql`create database ${admin.sql.identifier(database)}`;
  await admin.close();
  databases.push(database);
  const dataDir = join(folder, database);
  const target = { ...template, database };
  return { target, dataDir, environment: { ...environmentOf(target), DATA_DIR: dataDir } };
}

async function archive(args: readonly string[], environment?: Record<string, string>) {
  const { child, output } = run(environment, ['--enable-source-maps', builtArchive, ...args]);
  await once(child, 'close');
  return { code: child.exitCode, text: output.text };
}
const success = (text = '') => ({ code: 0, text: expect.stringContaining(text) });
const refusal = (text = '') => ({ code: 1, text: expect.stringContaining(text) });

/** Two friends with a chat, messages, an image, a file and an avatar. */
async function fillWithLife() {
  const [ann, bob, chatId] = await withDatabase(ownDatabase(), async (database) => {
    const users = await createUsers(client().baseUrl, database);
    return [users.ann.client, users.bob.client, users.direct] as const;
  });
  await ann.call(contract.sendMessage, { chatId, content: oddText, type: 'text' });
  const bytes = randomBytes(3_000_000);
  const sent = await bob.upload(contract.sendFile, new Blob([bytes]), 'notes.bin', { chatId });
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { url } = (await ann.upload(contract.uploadImage, new Blob([new Uint8Array(picture)]))).body;
  expect((await ann.call(contract.updateProfile, { name: 'Ann', avatar: url })).status).toBe(200);
  return { ann, chatId, fileUrl: sent.body.message.url ?? '', fileHash: sha256(bytes) };
}

/** A backup of a server that was filled and stopped. */
async function aBackup() {
  const { child } = await start();
  const life = await fillWithLife();
  expect(await archive(['backup', file])).toEqual(success('2 files'));
  await end(child, 'SIGTERM');
  return life;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** One value per table: two databases with the same values contain the same rows. */
const digests = (target: Target) =>
  withDatabase(target, async ({ sql }) => {
    const tables = await sql<{ name: string }[]>`
      select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('migrations', 'access_changes')
      order by relname`;
    const found: Record<string, { count: number; digest: string | null }> = {};
    for (const { name } of tables) {
      const [row] = await sql<{ count: number; digest: string | null }[]>`
        select count(*)::int as count, md5(string_agg(line, '|' order by line)) as digest
        from (select t::text as line from ${sql.identifier(name)} as t) as lines`;
      if (row) found[name] = { ...row };
    }
    return found;
  });

async function files(dataDir: string) {
  const entries = await readdir(join(dataDir, 'uploads'), { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile());
  const pairs = found.map(async ({ parentPath, name }) => [name, sha256(await readFile(join(parentPath, name)))]);
  return Object.fromEntries(await Promise.all(pairs)) as Record<string, string>;
}

const tablesIn = async (target: Target) => Object.keys(await digests(target));

async function login(who: HttpClient) {
  return (await who.call(contract.login, { email: 'Ann@example.org', password: testPassword })).status;
}

describe('[OPS-40] a backup', () => {
  test('of a running server restores to another database, row for row and byte for byte, and works there', async () => {
    const { child } = await start();
    const { ann, chatId, fileUrl, fileHash } = await fillWithLife();
    const before = await digests(ownDatabase());
    expect(await archive(['backup', file])).toEqual(success('2 files'));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await login(client())).toBe(200);
    await end(child, 'SIGTERM');

    const there = await anExternalDatabase();
    expect(await archive(['restore', file, '--keep-sessions'], there.environment)).toEqual(success('2 files'));
    expect(await digests(there.target)).toEqual(before);
    expect(await files(there.dataDir)).toEqual(await files(place.dataDir));

    await start(there.environment);
    // The earlier session, and the messages and files sent then.
    const history = await ann.call(contract.getMessages, { chatId });
    expect(history.body.data.map(({ content }) => content)).toContain(oddText);
    const download = await fetch(`http://127.0.0.1:${place.port}${fileUrl}`, {
      headers: { cookie: Array.from(ann.cookies, ([name, value]) => `${name}=${value}`).join('; ') },
    });
    expect(sha256(new Uint8Array(await download.arrayBuffer()))).toBe(fileHash);
    // References, generated columns and triggers are unchanged.
    expect((await ann.call(contract.sendMessage, { chatId, content: 'still here', type: 'text' })).status).toBe(201);
  });

  test('of a stopped server starts its database temporarily; a restore to a new folder ends old sessions', async () => {
    const { child } = await start();
    const { ann } = await fillWithLife();
    await end(child, 'SIGTERM');
    expect(await archive(['backup', file])).toEqual(success());
    expect(await isDatabaseUp()).toBe(false);

    place.dataDir = join(folder, 'new');
    expect(await archive(['restore', file])).toEqual(success('Everybody has to sign in again'));
    expect(await isDatabaseUp()).toBe(false);
    await start();
    expect((await ann.call(contract.getSession, {})).status).toBe(401);
    expect(await login(ann)).toBe(200);
  });

  test('killed midway leaves nothing under its final name', async () => {
    await start();
    await fillWithLife();
    await withDatabase(ownDatabase(), (holder) =>
      holder.transaction(async (tx) => {
        // The backup reaches this table and no further.
        await tx`lock table users in access exclusive mode`;
        const { child } = run({}, [builtArchive, 'backup', file]);
        await vi.waitUntil(async () => (await readdir(folder)).some((name) => name.includes('unfinished')));
        await end(child, 'SIGKILL');
      }),
    );
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^backup\.tar\.gz\.unfinished-\d+$/)]);
    expect(await archive(['backup', file])).toEqual(success());
    expect(await archive(['backup', file])).toEqual(refusal('exists already'));
  });

  test('reports that a visible file is lost, instead of leaving it out', async () => {
    await start();
    const { fileUrl } = await fillWithLife();
    const name = fileUrl.split('/').at(-1) ?? '';
    await rm(join(place.dataDir, 'uploads', name.slice(0, 2), name));
    expect(await archive(['backup', file])).toEqual(refusal(name));
    expect(await readdir(folder)).toEqual([]);
    expect(await archive(['backup', file, '--allow-missing'])).toEqual(success('1 files were not there'));
  });

  test('of nothing is refused with one sentence', async () => {
    const text = `There is no database in ${place.dataDir}: set DATA_DIR or DATABASE_URL.\n`;
    expect(await archive(['backup', file])).toEqual({ code: 1, text });
    expect(await archive(['restore'])).toEqual(refusal('restore file'));
  });
});

describe('[OPS-41] a restore', () => {
  test('refuses an archive that is truncated, damaged or of another kind, and changes nothing', async () => {
    await aBackup();
    const whole = await readFile(file);
    const there = await anExternalDatabase();
    const damaged = join(folder, 'damaged.tar.gz');
    const flipped = Buffer.from(whole);
    flipped.writeUInt8(flipped.readUInt8(whole.length - 5000) ^ 1, whole.length - 5000);
    const lengths = [0, 100, Math.floor(whole.length / 2), whole.length - 9, whole.length - 1];
    const bad = [...lengths.map((length) => whole.subarray(0, length)), flipped, Buffer.from('hello')];
    for (const bytes of bad) {
      await writeFile(damaged, bytes);
      await expect(checkArchive(damaged)).rejects.toThrow(/is cut off or damaged|is no backup|is damaged/);
    }
    await writeFile(damaged, whole.subarray(0, whole.length - 1));
    expect(await archive(['restore', damaged], there.environment)).toEqual({
      code: 1,
      text: `${damaged} is cut off or damaged.\n`,
    });
    expect(await tablesIn(there.target)).toEqual([]);
    expect(await files(there.dataDir)).toEqual({});
  });

  test('refuses a database that is not empty, is foreign or in use, unless asked to replace it', async () => {
    const { child } = await start();
    await fillWithLife();
    expect(await archive(['backup', file])).toEqual(success());
    expect(await archive(['restore', file])).toEqual(refusal('stop it first'));
    await end(child, 'SIGTERM');

    const there = await anExternalDatabase();
    expect(await archive(['restore', file], there.environment)).toEqual(success());
    const first = await digests(there.target);
    expect(await archive(['restore', file], there.environment)).toEqual(refusal('is not empty'));
    await withDatabase(there.target, async ({ sql }) => {
      await sql`update users set name = 'Somebody else'`;
      // The pool counts as a running server.
      expect(await archive(['restore', file, '--replace'], there.environment)).toEqual(refusal('stop it first'));
    });
    expect(await archive(['restore', file, '--replace'], there.environment)).toEqual(success());
    expect(await digests(there.target)).toEqual(first);

    const foreign = await anExternalDatabase();
    await withDatabase(foreign.target, async ({ sql }) => sql`create table invoices (id int)`);
    expect(await archive(['restore', file, '--replace'], foreign.environment)).toEqual(refusal('something else'));
    expect(await tablesIn(foreign.target)).toEqual(['invoices']);
  });

  test('without room for the files leaves no rows and no files', async () => {
    await aBackup();
    const there = await anExternalDatabase();
    // A file occupies the path of the last upload's folder.
    const [last = ''] = Object.keys(await files(place.dataDir))
      .toSorted()
      .toReversed();
    await mkdir(join(there.dataDir, 'uploads'), { recursive: true });
    await writeFile(join(there.dataDir, 'uploads', last.slice(0, 2)), '');
    expect(await archive(['restore', file], there.environment)).toEqual(refusal());
    const found = await digests(there.target);
    expect(Object.values(found).map(({ count }) => count)).toEqual(Object.values(found).map(() => 0));
    expect(Object.keys(await files(there.dataDir))).toEqual([last.slice(0, 2)]);
  });
});
