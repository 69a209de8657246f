import type postgres from 'postgres';
import type { PoolLoad } from '../metrics/metrics.ts';

/** Not part of the library's types: called once, when the statement is handed to the pool; fragments never are. */
interface Statement extends PromiseLike<unknown> {
  handler?: (statement: Statement) => unknown;
}

/**
 * The pool says nothing of how busy it is, so what it is given is counted until it is answered. It opens a connection for
 * each as long as it may; what is beyond stands in line.
 */
export function countStatements(pool: postgres.Sql, size: number) {
  let underWay = 0;

  function follow<Work extends PromiseLike<unknown>>(work: Work): Work {
    const end = () => {
      underWay -= 1;
    };
    underWay += 1;
    work.then(end, end);
    return work;
  }

  function countWhenHanded(made: Statement) {
    const { handler } = made;
    if (typeof handler !== 'function') return;
    made.handler = (statement) => {
      const handed = handler(statement);
      follow(statement);
      return handed;
    };
  }

  return {
    /** The pool itself; only calling it is watched. */
    sql: new Proxy(pool, {
      apply: (target, self, args) => {
        const made: unknown = Reflect.apply(target, self, args);
        countWhenHanded(made as Statement);
        return made;
      },
    }),
    /** A transaction, from when it asked for a connection. */
    follow,
    load: (): PoolLoad => ({ size, inUse: Math.min(underWay, size), waiting: Math.max(0, underWay - size) }),
  };
}
