import type { Database, Sql } from '../db/database.ts';
import { withoutDeadline } from '../deadline.ts';
import type { Bus, EventMap } from './bus.ts';

/** Records an event inside a transaction. It is published after the commit, or never. */
export type Emit<Events extends EventMap> = <Name extends keyof Events & string>(
  name: Name,
  event: Events[Name],
) => void;

/** Runs work in a transaction and publishes its events after the commit: no rolled-back change reaches a client. */
export type Transact<Events extends EventMap> = <Result>(
  work: (tx: Sql, emit: Emit<Events>) => Promise<Result>,
) => Promise<Result>;

export function createTransact<Events extends EventMap>(database: Database, bus: Bus<Events>): Transact<Events> {
  return async (work) => {
    const publications: (() => void)[] = [];
    const result = await database.transaction((tx) => {
      // A retry after a conflict records its events from the start.
      publications.length = 0;
      return work(tx, (name, event) => publications.push(() => bus.publish(name, event)));
    });
    withoutDeadline(() => publications.forEach((publish) => publish()));
    return result;
  };
}
