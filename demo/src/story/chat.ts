import type { PersonKey } from '../people.ts';
import type { SceneName } from '../pictures/scenes.ts';

/** An action in a chat: a text message (a plain string), or one of these. */
export type Act =
  | string
  | { readonly picture: SceneName }
  | { readonly file: string; readonly content: string }
  /** A direct file transfer. The chat stores only the name, size and outcome. */
  | { readonly transfer: string; readonly bytes: number; readonly status: 'completed' | 'cancelled' }
  /** A call that others join, or a missed call. */
  | { readonly call: 'missed' | { readonly with: readonly PersonKey[]; readonly minutes: number } }
  | { readonly rename: string }
  | { readonly add: PersonKey };

export type Line = readonly [who: PersonKey, act: Act];

/** Lines in quick succession, on a day or just before now. */
export interface Scene {
  readonly when: { readonly daysAgo: number; readonly clock: string } | { readonly minutesAgo: number };
  readonly lines: readonly Line[];
}

/** A chat and everything that happened in it, oldest first. */
export interface Chat {
  /** The creator comes first. */
  readonly members: readonly [PersonKey, ...PersonKey[]];
  readonly name?: string;
  readonly picture?: SceneName;
  readonly scenes: readonly Scene[];
  /** The number of unread messages per member. Members who are not listed have read everything. */
  readonly unread?: Partial<Record<PersonKey, number>>;
}

export const on = (daysAgo: number, clock: string, ...lines: Line[]): Scene => ({ when: { daysAgo, clock }, lines });
export const justNow = (minutesAgo: number, ...lines: Line[]): Scene => ({ when: { minutesAgo }, lines });
