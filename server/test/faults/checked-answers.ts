import { type Database, type Sql } from '../../src/platform/db/database.ts';
import { isDatabaseUnavailable } from '../../src/platform/db/database-errors.ts';
import type { Random } from '../random.ts';

const longestAnswer = 200;

/** Statements of different shapes; each result is compared with its statement. */
export function checkAnswers(database: Database, random: Random) {
  const figures = { answers: 0, failed: 0 };
  const wrong: unknown[] = [];
  let asked = 0;

  function compare(answer: unknown, expected: unknown) {
    figures.answers += 1;
    if (JSON.stringify(answer) !== JSON.stringify(expected)) wrong.push({ expected, answer });
  }

  async function one(sql: Sql) {
    const own = (asked += 1);
    compare(await sql`select ${own}::int as own`, [{ own }]);
  }

  async function many(sql: Sql) {
    const own = (asked += 1);
    const count = random.below(longestAnswer);
    const rows = await sql`
      select number, ${`text of ${own}`}::text as own_text from generate_series(1, ${count}::int) as number`;
    compare(
      rows,
      Array.from({ length: count }, (_, index) => ({ number: index + 1, ownText: `text of ${own}` })),
    );
  }

  async function failing(sql: Sql) {
    const own = (asked += 1);
    const refused = sql`select ${own} / (3 - number) as own from generate_series(1, 5) as number`;
    const error = await refused.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (isDatabaseUnavailable(error)) throw error;
    compare(error instanceof Error && error.message, 'division by zero');
  }

  // Started together: they are pipelined, and their results arrive together.
  const together = () => database.transaction(async (tx) => void (await Promise.all([one(tx), many(tx), one(tx)])));

  return {
    figures,
    wrong,
    /** Runs a random statement. Only the loss of its connection may make it fail. */
    async ask() {
      const question = random.pick([one, one, many, failing, together]);
      await question(database.sql).catch((error: unknown) => {
        figures.failed += 1;
        if (!isDatabaseUnavailable(error)) wrong.push(error);
      });
    },
  };
}
