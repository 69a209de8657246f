import type { ChatId, UserId } from '@chat-app/contract';
import type { MessageSearch } from '../../api/search.ts';

/** One condition of a search, shown as a chip. */
export type SearchFilter =
  | { readonly key: 'from'; readonly value: UserId; readonly label: string }
  | { readonly key: 'in'; readonly value: ChatId; readonly label: string }
  | { readonly key: 'type'; readonly value: NonNullable<MessageSearch['type']>; readonly label: string }
  | { readonly key: 'before' | 'after'; readonly value: string; readonly label: string };

export type FilterKey = SearchFilter['key'];

export const filterKeys = ['from', 'in', 'type', 'before', 'after'] as const satisfies readonly FilterKey[];

/** What each filter asks for, as a hint. */
export const filterHints: Record<FilterKey, string> = {
  from: 'sent by somebody',
  in: 'in one chat',
  type: 'texts, links or files',
  before: 'sent before a day',
  after: 'sent from a day on',
};

export const searchedTypes = [
  { value: 'text', label: 'Texts' },
  { value: 'link', label: 'Links' },
  { value: 'file', label: 'Files' },
] as const;

const lastToken = /(?:^|\s)(from|in|type|before|after):(\S*)$/i;

/** The filter that is being typed at the end of a text, and the text before it. Null when there is none. */
export function filterBeingTyped(text: string): { key: FilterKey; value: string; rest: string } | null {
  const match = lastToken.exec(text);
  const key = filterKeys.find((known) => known === match?.[1]?.toLowerCase());
  if (!match || key === undefined) return null;
  return { key, value: match[2] ?? '', rest: text.slice(0, match.index).trimEnd() };
}

/** The local day of '2026-03-01', from its first moment on; null for anything else. */
export function dayOf(text: string): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (year === undefined) return null;
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  return date.getMonth() === Number(month) - 1 && date.getDate() === Number(day) ? date : null;
}

/** A filter replaces the one with the same key. */
export const withFilter = (filters: readonly SearchFilter[], added: SearchFilter): SearchFilter[] => [
  ...filters.filter(({ key }) => key !== added.key),
  added,
];

export function toMessageSearch(q: string, filters: readonly SearchFilter[]): MessageSearch {
  const search: MessageSearch = { q };
  for (const filter of filters) {
    if (filter.key === 'from') search.from = filter.value;
    if (filter.key === 'in') search.chatId = filter.value;
    if (filter.key === 'type') search.type = filter.value;
    if (filter.key === 'before') search.sentBefore = filter.value;
    if (filter.key === 'after') search.sentAfter = filter.value;
  }
  return search;
}
