import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyDatabase } from '../../../test/test-app.ts';
import { connectDatabase, type Database } from './database.ts';
import { compile, createSql } from './sql.ts';

const unused = { statement: () => Promise.resolve([]), script: () => Promise.resolve() };

describe('[OPS-60] the SQL tag', () => {
  const sql = createSql(unused);

  test('sends values as parameters, in the order in which they appear, also inside fragments', () => {
    const mine = sql`author_id = ${'ann'}`;
    const { text, values } = compile(sql`select ${1} from messages where ${mine} and seq < ${9} and ${mine}`);
    expect(text).toBe('select $1 from messages where author_id = $2 and seq < $3 and author_id = $4');
    expect(values).toEqual([1, 'ann', 9, 'ann']);
  });

  test('names a statement by its text, so that other values reuse the same plan', () => {
    const find = (id: string) => compile(sql`select from users where id = ${id}`);
    expect(find('a')).toEqual({ ...find('b'), values: ['a'] });
    expect(find('b').values).toEqual(['b']);
    expect(find('a').name).not.toBe(compile(sql`select from users where name = ${'a'}`).name);
  });

  test('quotes identifiers, and does not prepare statements that contain one', () => {
    expect(compile(sql`drop table ${sql.identifier('a"; drop table users; --')}`)).toEqual({
      text: 'drop table "a""; drop table users; --"',
      values: [],
    });
  });

  test('writes a constant into the text, and prepares a statement for each', () => {
    const list = (limit: number) => compile(sql`select from users where id > ${'a'} limit ${sql.constant(limit)}`);
    expect(list(16)).toMatchObject({ text: 'select from users where id > $1 limit 16', values: ['a'] });
    expect(list(16).name).toBe(list(16).name);
    expect(list(51).name).not.toBe(list(16).name);
    for (const wrong of [1.5, Number.NaN, '1; drop table users' as never]) expect(() => list(wrong)).toThrow('whole');
  });

  test('rejects undefined, which the driver would send as null', () => {
    expect(() => compile(sql`select ${undefined as never}`)).toThrow('undefined');
  });
});

const disposers: (() => Promise<unknown>)[] = [];
let database: Database;
beforeAll(async () => {
  database = connectDatabase(await copyDatabase(disposers), { poolSize: 2 });
  disposers.push(() => database.close());
});
afterAll(async () => {
  for (const dispose of disposers.toReversed()) await dispose();
});

describe('[OPS-60] rows', () => {
  test('have camelCase names, dates, and int8 as text, which may be larger than a number can hold', async () => {
    const at = new Date('2026-03-01T10:00:00.123Z');
    const ids = ['0190c7a4-0000-7000-8000-000000000001', '0190c7a4-0000-7000-8000-000000000002'];
    const rows = await database.sql`
      select ${at}::timestamptz as created_at, 9007199254740993::int8 as last_seq, ${ids}::uuid[] as member_ids,
        ${['a"b\\', null]}::text[] as odd_texts, ${true}::bool as is_on, ${null}::text as nothing_1,
        12.50::numeric as exact, 0.5::float8 as rough, ${[1.5, 2]}::float8[] as numbers, '{"a": [1, null]}'::jsonb as json,
        ${Buffer.from([0, 92, 255])}::bytea as bytes, ${[at]}::timestamptz[] = array[${at}::timestamptz] as is_same_time`;
    expect(rows).toEqual([
      {
        createdAt: at,
        lastSeq: '9007199254740993',
        memberIds: ids,
        oddTexts: ['a"b\\', null],
        isOn: true,
        nothing1: null,
        exact: '12.50',
        rough: 0.5,
        numbers: [1.5, 2],
        json: { a: [1, null] },
        bytes: Buffer.from([0, 92, 255]),
        isSameTime: true,
      },
    ]);
  });

  test('are read after a table has changed, although every connection holds the old plan', async () => {
    await database.sql`create table shapes (a int)`;
    await database.sql`insert into shapes values (1)`;
    const read = async (sql = database.sql) => sql`select * from shapes`;
    await Promise.all([read(), read()]);
    await database.sql`alter table shapes add column b int default 2`;
    expect(await Promise.all([read(), read()])).toEqual([[{ a: 1, b: 2 }], [{ a: 1, b: 2 }]]);
    await database.sql`alter table shapes add column c int default 3`;
    expect(await database.transaction((tx) => read(tx))).toEqual([{ a: 1, b: 2, c: 3 }]);
  });

  test('of a violated constraint do not cost the pool its connection', async () => {
    const pid = async () => (await database.sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid;
    const before = await pid();
    await expect(database.sql`select 1 / 0`).rejects.toThrow('division by zero');
    expect(await pid()).toBe(before);
  });
});

describe('[OPS-60] a transaction', () => {
  beforeAll(() => database.sql`create table notes (text text)`);

  test('whose failed statement was ignored is not reported as committed', async () => {
    const swallowing = database.transaction(async (tx) => {
      await tx`insert into notes values ('lost')`;
      await tx`select 1 / 0`.catch(() => null);
    });
    await expect(swallowing).rejects.toThrow('rolled back');
    expect(await database.sql`select text from notes`).toEqual([]);
  });

  test('rejects statements once it has ended: they would run in the transaction of another caller', async () => {
    const late = await database.transaction(async (tx) => () => tx`insert into notes values ('late')`);
    await expect(late()).rejects.toThrow('over');
    expect(await database.sql`select text from notes`).toEqual([]);
  });

  test('runs statements that were started together, in the order in which they were started', async () => {
    await database.transaction(async (tx) => {
      await Promise.all(['a', 'b', 'c'].map((text) => tx`insert into notes values (${text})`));
    });
    expect(await database.sql`select text from notes`).toEqual([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
  });
});
