import type { OnlineLists } from './online-lists.ts';

interface RelationParts {
  lists: OnlineLists;
  listRelated: (userId: string) => Promise<string[]>;
  retryMs: number;
}

/** Keeps the lists in step with friendships and memberships. */
export function createRelations({ lists, listRelated, retryMs }: RelationParts) {
  const retries = new Set<NodeJS.Timeout>();
  let line: Promise<unknown> = Promise.resolve();

  async function compare(userId: string): Promise<void> {
    if (!lists.has(userId)) return;
    const related = new Set(await listRelated(userId));
    // They may have gone while the database was asked; then there is no list to change.
    for (const id of lists.get(userId) ?? []) if (!related.has(id)) lists.unlink(userId, id);
    if (lists.has(userId)) for (const id of related) if (lists.has(id)) lists.link(userId, id);
  }

  /** One after the other: an answer of the database that was asked for earlier must not overwrite a later one. */
  function relate(userId: string): Promise<void> {
    const turn = line.then(() => compare(userId));
    line = turn.catch(() => {});
    return turn;
  }

  /** Does not wait, and tries again when the database fails. */
  function refresh(userId: string) {
    relate(userId).catch(() => {
      const retry = setTimeout(() => {
        retries.delete(retry);
        refresh(userId);
      }, retryMs);
      retries.add(retry.unref());
    });
  }

  return { relate, refresh, stop: () => retries.forEach((retry) => clearTimeout(retry)) };
}
