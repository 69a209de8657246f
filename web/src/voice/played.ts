import type { Message } from '@chat-app/contract';
import { createStoredList } from '../browser/stored-list.ts';
import { createTabStore } from '../state/session-state.ts';

const keptCount = 500;
/** Older messages count as played, so that a new device does not mark the whole history. */
const unplayedDays = 30;
const listName = 'chat-app.voice-played';

const stored = createStoredList<string>(listName, (id) => id);
const usePlayed = createTabStore<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set(stored.list()) }));

/** Whether a voice message of somebody else has not been played on this device. */
export function useIsUnplayed({ _id, sender, createdAt }: Message): boolean {
  const isPlayed = usePlayed(({ ids }) => ids.has(_id));
  return !isPlayed && sender?.isMine === false && isRecent(createdAt);
}

const isRecent = (at: string) => Date.now() - Date.parse(at) < unplayedDays * 24 * 3_600_000;

export function markPlayed(id: string): void {
  if (usePlayed.getState().ids.has(id)) return;
  stored.put(id);
  const [oldest, ...others] = stored.list();
  if (others.length >= keptCount && oldest !== undefined) stored.remove(oldest);
  usePlayed.setState(({ ids }) => ({ ids: new Set([...ids, id]) }));
}

// Another tab has played one.
window.addEventListener('storage', ({ key }) => {
  if (key === listName) usePlayed.setState({ ids: new Set(stored.list()) });
});
