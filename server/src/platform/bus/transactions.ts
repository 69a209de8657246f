import type { Database, Sql } from '../db/database.ts';
import { withoutDeadline } from '../deadline.ts';
import type { Bus, EventMap } from './bus.ts';

/** Remembers what happens inside a transaction; it is told once the transaction is committed, or never. */
export type Emit<Events extends EventMap> = <Name extends keyof Events & string>(
  name: Name,
  event: Events[Name],
) => void;

/** Runs work in a transaction and publishes its events after the commit: a rolled-back change reaches no screen. */
export type Transact<Events extends EventMap> = <Result>(
  work: (tx: Sql, emit: Emit<Events>) => Promise<Result>,
) => Promise<Result>;

export function createTransact<Events extends EventMap>(database: Database, bus: Bus<Events>): Transact<Events> {
  return async (work) => {
    const told: (() => void)[] = [];
    const result = await database.transaction((tx) => {
      // Tried again after a conflict, it tells again from the start.
      told.length = 0;
      return work(tx, (name, event) => told.push(() => bus.publish(name, event)));
    });
    withoutDeadline(() => told.forEach((tell) => tell()));
    return result;
  };
}
