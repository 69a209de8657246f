import type { PersonKey } from '../people.ts';
import type { SceneName } from '../pictures/scenes.ts';

/** What somebody does in a chat: says something (a plain text), or one of these. */
export type Act =
  | string
  | { readonly picture: SceneName }
  | { readonly file: string; readonly content: string }
  /** A file that went from browser to browser: the chat keeps only its name, its size and how it ended. */
  | { readonly transfer: string; readonly bytes: number; readonly status: 'completed' | 'cancelled' }
  /** A call that the others take, or nobody. */
  | { readonly call: 'missed' | { readonly with: readonly PersonKey[]; readonly minutes: number } }
  | { readonly rename: string }
  | { readonly add: PersonKey };

export type Line = readonly [who: PersonKey, act: Act];

/** Lines that follow each other closely: on a day, or just before now. */
export interface Scene {
  readonly when: { readonly daysAgo: number; readonly clock: string } | { readonly minutesAgo: number };
  readonly lines: readonly Line[];
}

/** A chat and everything that happened in it, oldest first. */
export interface Chat {
  /** Who made it; the rest are the others. */
  readonly members: readonly [PersonKey, ...PersonKey[]];
  readonly name?: string;
  readonly picture?: SceneName;
  readonly scenes: readonly Scene[];
  /** How many of the last messages somebody has not seen. Nobody named has seen them all. */
  readonly unread?: Partial<Record<PersonKey, number>>;
}

export const on = (daysAgo: number, clock: string, ...lines: Line[]): Scene => ({ when: { daysAgo, clock }, lines });
export const justNow = (minutesAgo: number, ...lines: Line[]): Scene => ({ when: { minutesAgo }, lines });
