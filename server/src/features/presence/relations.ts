import type { UserId } from '@chat-app/contract';
import type { OnlineLists } from './online-lists.ts';

interface RelationDeps {
  lists: OnlineLists;
  listRelated: (userId: UserId) => Promise<UserId[]>;
  onlineAmong: (userIds: readonly UserId[]) => Promise<UserId[]>;
  /** Adds the person to the lists of these people, who are online. */
  addToLists: (userId: UserId, otherIds: UserId[]) => void;
  /** Removes the person from the lists of these people. */
  removeFromLists: (userId: UserId, otherIds: UserId[]) => void;
  retryMs: number;
}

/** Keeps the lists consistent with friendships and memberships. */
export function createRelations({ lists, listRelated, onlineAmong, retryMs, ...others }: RelationDeps) {
  const retries = new Set<NodeJS.Timeout>();
  let queued: (() => Promise<void>)[] = [];
  let isComparing = false;

  async function compare(userId: UserId): Promise<void> {
    if (!lists.has(userId)) return;
    const related = new Set(await listRelated(userId));
    const online = await onlineAmong([...related]);
    // The person may have gone offline during the query; then there is no list to change.
    const list = lists.get(userId);
    if (!list) return;
    const strangers = list.filter((id) => !related.has(id));
    const stillOnline = new Set(online);
    for (const id of list) if (!stillOnline.has(id)) lists.remove(userId, id);
    for (const id of online) lists.add(userId, id);
    if (strangers.length > 0) others.removeFromLists(userId, strangers);
    if (online.length > 0) others.addToLists(userId, online);
  }

  /**
   * Requests during a run are handled together in the next one, never in parallel: the result of an earlier query must
   * not overwrite a later one.
   */
  async function compareAll() {
    if (isComparing) return;
    isComparing = true;
    while (queued.length > 0) {
      const batch = queued;
      queued = [];
      await Promise.all(batch.map((compareOne) => compareOne()));
    }
    isComparing = false;
  }

  function relate(userId: UserId): Promise<void> {
    return new Promise((resolve, reject) => {
      queued.push(() => compare(userId).then(resolve, reject));
      void compareAll();
    });
  }

  /** Does not wait, and retries when the database fails. */
  function refresh(userId: UserId) {
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
