import type { PersonaKey } from '../personas.ts';
import type { SceneName } from '../images/scenes.ts';

/** An action in a chat: a text message (a plain string), or one of these. */
export type ChatAction =
  | string
  | { readonly picture: SceneName }
  | { readonly file: string; readonly content: string }
  /** A direct file transfer. The chat stores only the name, size and outcome. */
  | { readonly transfer: string; readonly bytes: number; readonly status: 'completed' | 'cancelled' }
  /** A call that others join, or a missed call. */
  | { readonly call: 'missed' | { readonly with: readonly PersonaKey[]; readonly minutes: number } }
  | { readonly rename: string }
  | { readonly add: PersonaKey };

export type ScriptLine = readonly [who: PersonaKey, act: ChatAction];

/** Lines in quick succession, on a day or just before now. */
export interface ScriptBlock {
  readonly when: { readonly daysAgo: number; readonly clock: string } | { readonly minutesAgo: number };
  readonly lines: readonly ScriptLine[];
}

/** A chat and everything that happened in it, oldest first. */
export interface ChatScript {
  /** The creator comes first. */
  readonly members: readonly [PersonaKey, ...PersonaKey[]];
  readonly name?: string;
  readonly picture?: SceneName;
  readonly blocks: readonly ScriptBlock[];
  /** The number of unread messages per member. Members who are not listed have read everything. */
  readonly unread?: Partial<Record<PersonaKey, number>>;
}

export const on = (daysAgo: number, clock: string, ...lines: ScriptLine[]): ScriptBlock => ({
  when: { daysAgo, clock },
  lines,
});
export const justNow = (minutesAgo: number, ...lines: ScriptLine[]): ScriptBlock => ({ when: { minutesAgo }, lines });
