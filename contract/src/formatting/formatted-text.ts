import type { UserId } from '../primitives.ts';

/** A part of a line. The texts of all leaves are what the reader sees. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  /** The text is the source, `<@userId>` or `<@all>`, for those who do not know the name. */
  | { kind: 'mention'; text: string; target: UserId | 'all' }
  | { kind: InlineStyle; children: Inline[] };

export type InlineStyle = 'bold' | 'italic' | 'strike' | 'spoiler';

/** An item of a list: its number as it was written, or null in a list without numbers. */
export interface ListItem {
  number: number | null;
  /** 0 to 3. */
  depth: number;
  children: Inline[];
}

/** A part of a message, from top to bottom. */
export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'codeBlock'; language: string | null; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; items: ListItem[] };

/** How many elements the rest of a message may become. What exceeds them stays plain text. */
export interface Budget {
  elements: number;
  links: number;
}
