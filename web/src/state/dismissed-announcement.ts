import type { Announcement } from '@chat-app/contract';
import { readChoice, storeChoice } from '../browser/stored-choice.ts';
import { createTabStore } from './session-state.ts';

const key = 'chat-app.dismissed-announcement';

/** The announcement that was closed on this device: there is only one at a time. */
export const useDismissedAnnouncement = createTabStore<{ id: string | null }>(() => ({ id: readChoice(key) }));

export function dismissAnnouncement({ _id }: Announcement): void {
  useDismissedAnnouncement.setState({ id: _id });
  storeChoice(key, _id);
}
