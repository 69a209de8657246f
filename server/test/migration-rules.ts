import { bareText, isTransactional, splitStatements } from '../src/platform/db/migration-file.ts';

/** One statement of a migration, in lower case and with single spaces. */
interface Statement {
  /** Without comments, strings and function bodies. */
  readonly sql: string;
  readonly comments: string;
  /** The table that it alters, indexes or fills; null when this file creates that table. */
  readonly table: string | null;
  readonly file: MigrationFile;
}

interface MigrationFile {
  readonly isTransactional: boolean;
  /** All statements before this one. */
  readonly earlier: readonly string[];
}

/** Tables that grow with use. */
const largeTables = new Set(['messages', 'chats', 'chat_members', 'uploads', 'users', 'friendships']);
const isLarge = ({ table }: Statement) => table !== null && largeTables.has(table);
const targetTable =
  /^(?:alter table (?:if exists )?(?:only )?|update (?:only )?|delete from (?:only )?|create (?:or replace )?trigger .*? on |create (?:unique )?index .*?\bon (?:only )?)(\w+)/;
const heavyLock = /^(?:alter table|create (?:or replace )?trigger)/;
const volatileDefault =
  /\bdefault (?:gen_random_uuid|uuidv[47]|random|clock_timestamp|nextval)\b|\bserial\b|\bstored\b/;
const removal =
  /^drop (?:table|function|view)\b|^alter table .*\bdrop (?!constraint\b|default\b|not null\b|expression\b|identity\b)|^alter .*\brename\b/;

/** What a migration may not do while the previous release runs on the same database: decision 26. */
export const migrationRules: { rule: string; breaks: (statement: Statement) => boolean }[] = [
  {
    rule: 'an index on a large table is built concurrently',
    breaks: (one) => isLarge(one) && /^create (?:unique )?index (?!concurrently)/.test(one.sql),
  },
  {
    rule: 'a unique or primary key of a large table uses an index that was built concurrently',
    breaks: (one) => isLarge(one) && /\badd\b.* (?:unique|primary key)\b(?!.*\busing index\b)/.test(one.sql),
  },
  {
    rule: 'what runs concurrently needs a file that starts with "-- no transaction"',
    breaks: ({ sql, file }) => /\bconcurrently\b/.test(sql) && file.isTransactional,
  },
  {
    rule: 'an index is dropped with "if exists" before it is built concurrently, since an interrupted build leaves one',
    breaks: ({ sql, file }) => {
      const [, name] = /^create (?:unique )?index concurrently (\w+)/.exec(sql) ?? [];
      return name !== undefined && !file.earlier.includes(`drop index concurrently if exists ${name}`);
    },
  },
  {
    rule: 'a column keeps its type',
    breaks: ({ sql, table }) => table !== null && /\balter (?:column )?\w+ (?:set data )?type\b/.test(sql),
  },
  {
    rule: 'a new column gets its value without rewriting the table',
    breaks: ({ sql, table }) => table !== null && /\badd\b/.test(sql) && volatileDefault.test(sql),
  },
  {
    rule: 'what is dropped or renamed has a comment: "unused since 1.2.3"',
    breaks: ({ sql, comments }) => removal.test(sql) && !/\bunused since v?\d+\.\d+\.\d+/.test(comments),
  },
  {
    rule: '"set not null" has a comment: "proven by", and the validated check constraint',
    breaks: ({ sql, table, comments }) =>
      table !== null && /\bset not null\b/.test(sql) && !/\bproven by \w+/.test(comments),
  },
  {
    rule: 'a foreign key or a check of an existing table is added "not valid"',
    breaks: ({ sql, table }) =>
      table !== null && /\badd\b.*\b(?:references|check)\b/.test(sql) && !/\bnot valid\b/.test(sql),
  },
  {
    rule: 'a constraint is validated in a file without a transaction, so that adding it locks the table shortly',
    breaks: ({ sql, file }) => /\bvalidate constraint\b/.test(sql) && file.isTransactional,
  },
  {
    rule: 'rows of a large table are changed in batches, in a file without a transaction',
    breaks: (one) => isLarge(one) && /^(?:update|delete)\b/.test(one.sql) && one.file.isTransactional,
  },
];

/** One line for each statement that breaks a rule, and one for a file that locks several tables. */
export function findMigrationFaults(text: string): string[] {
  const parts = splitStatements(text);
  const all = parts.map((part) => tidy(bareText(part)));
  const created = new Set(all.map((sql) => /^create table (?:if not exists )?(\w+)/.exec(sql)?.[1]));
  const statements = all.map((sql, index): Statement => {
    const [, table = null] = targetTable.exec(sql) ?? [];
    return {
      sql,
      comments: commentsOf(parts[index] ?? ''),
      table: table !== null && created.has(table) ? null : table,
      file: { isTransactional: isTransactional(text), earlier: all.slice(0, index) },
    };
  });
  const faults = statements.flatMap((one) =>
    migrationRules.filter(({ breaks }) => breaks(one)).map(({ rule }) => `${rule}: ${one.sql}`),
  );
  const locked = new Set(statements.filter(({ sql }) => heavyLock.test(sql)).map(({ table }) => table));
  locked.delete(null);
  // While it waits for the second table, it would keep the first one locked.
  if (locked.size > 1) faults.push(`a file locks one table: ${[...locked].join(', ')}`);
  return faults;
}

const tidy = (sql: string) => sql.toLowerCase().replaceAll(/\s+/g, ' ').trim();
const commentsOf = (part: string) => tidy((part.match(/--[^\n]*/g) ?? []).join(' '));
