import type { UserId } from '@chat-app/contract';
import type { CallLayout } from '../../session/call-session.ts';

export type StageLayout = CallLayout;

/** Something that can be shown large: the shared screen or a participant. */
export type StageItem = { readonly kind: 'screen' } | { readonly kind: 'person'; readonly id: UserId };

interface StageInput {
  readonly otherIds: readonly UserId[];
  /** The others whose cameras are on. */
  readonly cameraIds: readonly UserId[];
  /** Another participant shares a screen. */
  readonly hasScreen: boolean;
  readonly layout: StageLayout;
  /** What this user has clicked. */
  readonly enlarged: StageItem | null;
  /** Who speaks, or spoke last. */
  readonly speakerId: UserId | null;
}

interface Stage {
  /** Null in the grid. */
  readonly large: StageItem | null;
  /** Everything else, cameras first. */
  readonly rest: readonly StageItem[];
}

/** Decides what is large: what the user chose, else the shared screen, else the speaker in the speaker layout. */
export function stageOf(input: StageInput): Stage {
  const { otherIds, cameraIds, hasScreen } = input;
  const people = [
    ...otherIds.filter((id) => cameraIds.includes(id)),
    ...otherIds.filter((id) => !cameraIds.includes(id)),
  ].map(personItem);
  const items: readonly StageItem[] = hasScreen ? [screenItem, ...people] : people;
  const large = largeOf(input, items);
  if (large === null) return { large, rest: otherIds.map(personItem) };
  return { large, rest: items.filter((item) => !isSameItem(item, large)) };
}

function largeOf({ hasScreen, layout, enlarged, speakerId }: StageInput, items: readonly StageItem[]) {
  const chosen = items.find((item) => isSameItem(item, enlarged));
  if (chosen) return chosen;
  if (hasScreen) return screenItem;
  if (layout === 'grid') return null;
  return items.find((item) => item.kind === 'person' && item.id === speakerId) ?? items[0] ?? null;
}

export const screenItem: StageItem = { kind: 'screen' };
export const personItem = (id: UserId): StageItem => ({ kind: 'person', id });

export function isSameItem(a: StageItem, b: StageItem | null): boolean {
  if (a.kind === 'screen') return b?.kind === 'screen';
  return b?.kind === 'person' && a.id === b.id;
}

/** How long somebody else must speak before they become large, so that a cough does not switch the picture. */
const takeOverMs = 1_200;

/** Who becomes large next, and after how long. Null while the current speaker still speaks, or nobody does. */
export function nextSpeaker(
  currentId: UserId | null,
  speakingIds: readonly UserId[],
): { readonly id: UserId; readonly afterMs: number } | null {
  const [id] = speakingIds;
  if (id === undefined || (currentId !== null && speakingIds.includes(currentId))) return null;
  return { id, afterMs: currentId === null ? 0 : takeOverMs };
}
