import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listMigrations } from '../src/platform/db/migrate.ts';
import { serverDir } from '../src/platform/paths.ts';
import { findMigrationFaults, migrationRules } from './migration-rules.ts';

const noTransaction = '-- no transaction\n';

const violating: [rule: string, sql: string][] = [
  ['an index on a large table', 'create index messages_size on messages (file_size);'],
  ['an index on a large table', 'CREATE UNIQUE INDEX users_name\n  ON users (name);'],
  ['a unique or primary key', 'alter table users add constraint users_name unique (name);'],
  ['what runs concurrently', 'create index concurrently calls_ended on calls (ended_at);'],
  ['an index is dropped', `${noTransaction}create index concurrently users_name on users (name);`],
  ['an index is dropped', `${noTransaction}create index concurrently if not exists users_name on users (name);`],
  ['a column keeps its type', 'alter table messages alter column file_size type numeric;'],
  ['a column keeps its type', 'alter table calls alter notice_seq set data type integer;'],
  ['a new column gets its value', 'alter table users add column public_id uuid not null default gen_random_uuid();'],
  ['a new column gets its value', 'alter table users add length int generated always as (length(name)) stored;'],
  ['what is dropped or renamed', 'alter table users drop column name;'],
  ['what is dropped or renamed', 'alter table users add column label text, drop name;'],
  ['what is dropped or renamed', '-- unused since long ago\ndrop table calls;'],
  ['what is dropped or renamed', 'drop function write_messages;'],
  ['what is dropped or renamed', 'alter table users rename column name to label;'],
  ['what is dropped or renamed', 'alter function write_messages rename to write_all;'],
  ['"set not null"', 'alter table users alter column name set not null;'],
  ['a foreign key or a check', 'alter table calls add constraint calls_seq check (notice_seq > 0);'],
  ['a foreign key or a check', 'alter table calls add column by_id uuid references users;'],
  ['a constraint is validated', 'alter table calls validate constraint calls_seq;'],
  ['rows of a large table', `update chats set last_seq = 0;`],
  ['a file locks one table', 'alter table users add column a text;\nalter table chats add column b text;'],
];

const allowed: string[] = [
  'alter table messages add column is_pinned boolean not null default false;',
  'alter table users add column changed_at timestamptz not null default now();',
  'create table notes (id uuid primary key, user_id uuid references users); create index notes_user on notes (user_id);',
  'create table notes (id uuid); alter table notes add check (id is not null);',
  'create index calls_ended on calls (ended_at);',
  `${noTransaction}drop index concurrently if exists users_name;\ncreate index concurrently users_name on users (name);`,
  `${noTransaction}alter table calls validate constraint calls_seq;`,
  `${noTransaction}do $$ begin loop update chats set last_seq = 0; exit when not found; commit; end loop; end $$;`,
  'alter table calls add constraint calls_seq check (notice_seq > 0) not valid;',
  'alter table users add constraint users_name unique using index users_name;',
  '-- unused since 1.2.0\nalter table users drop column name;',
  '-- Unused since v1.2.0, which calls write_messages_2.\ndrop function write_messages;',
  '-- proven by users_name_given\nalter table users alter column name set not null;',
  'alter table users drop constraint users_name;',
  'alter table users alter column name drop not null;',
  `create or replace function f() returns void language sql as $$ update chats set last_seq = 0; drop table x $$;`,
  `comment on table users is 'drop column; rename';\n-- alter table users drop column name;`,
];

test('[ARCH-300] a migration that would disturb running nodes is found by each rule, and any other is not', () => {
  const missed = violating.filter(([rule, sql]) => !findMigrationFaults(sql).some((fault) => fault.startsWith(rule)));
  expect(missed).toEqual([]);
  expect(migrationRules.filter(({ rule }) => !violating.some(([start]) => rule.startsWith(start)))).toEqual([]);
  expect(allowed.flatMap((sql) => findMigrationFaults(sql).map((fault) => [fault, sql]))).toEqual([]);
});

test('[ARCH-300] the migrations since the rules exist follow them', async () => {
  const names = (await listMigrations()).filter((name) => name >= '0015');
  const faults = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(serverDir, 'src/platform/db/migrations', name), 'utf8');
      return findMigrationFaults(text).map((fault) => `${name}: ${fault}`);
    }),
  );
  expect(faults.flat()).toEqual([]);
});
