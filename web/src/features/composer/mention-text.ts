import { listMentionIds, mentionToken } from '@chat-app/contract';
import type { Mention, MentionId } from '@chat-app/contract';

/** Somebody who can be mentioned in a chat. The field shows '@' and the label, which no other option has. */
export interface MentionOption {
  readonly id: MentionId;
  readonly name: string;
  readonly label: string;
  /** Null for everybody. */
  readonly avatar: string | null;
}

interface MentionRange {
  readonly start: number;
  readonly end: number;
  readonly option: MentionOption;
}

interface Mentionable {
  readonly _id: MentionId;
  readonly name: string;
  readonly avatar?: string;
}

/** Of several people with one name, the later ones have a number that makes their label unique. */
export function toMentionOptions(people: readonly Mentionable[]): MentionOption[] {
  const names = new Set(people.map(({ name }) => name));
  const countByName = new Map<string, number>();
  return people.map(({ _id, name, avatar = null }) => {
    let count = (countByName.get(name) ?? 0) + 1;
    // Somebody may be called so.
    while (count > 1 && names.has(`${name} (${count})`)) count += 1;
    countByName.set(name, count);
    return { id: _id, name, avatar, label: count === 1 ? name : `${name} (${count})` };
  });
}

/** Within an address such as `x@example.org`, the @ begins no mention. */
const addressCharacter = /[\w.+-]/;
const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;
/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u;
/** Names have at least this many characters. */
const keyLength = 3;

/** Where the text mentions somebody. It depends on the text alone, so that undoing, pasting and reloading keep it. */
export function findMentions(text: string, options: readonly MentionOption[]): MentionRange[] {
  if (!text.includes('@')) return [];
  const optionsByKey = new Map<string, MentionOption[]>();
  // The longest first: '@Ann Lee' is not '@Ann'.
  for (const option of options.toSorted((a, b) => b.label.length - a.label.length)) {
    const key = option.label.slice(0, keyLength);
    const others = optionsByKey.get(key);
    if (others) others.push(option);
    else optionsByKey.set(key, [option]);
  }
  const ranges: MentionRange[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const start = at;
    if (!beginsMention(text, start)) continue;
    const option = optionsByKey
      .get(text.slice(start + 1, start + 1 + keyLength))
      ?.find(({ label }) => text.startsWith(label, start + 1) && endsWord(text, start + 1 + label.length, label));
    if (!option) continue;
    const end = start + 1 + option.label.length;
    ranges.push({ start, end, option });
    at = end - 1;
  }
  return ranges;
}

const beginsMention = (text: string, at: number) => !addressCharacter.test(text.charAt(at - 1));

function endsWord(text: string, end: number, label: string): boolean {
  const next = String.fromCodePoint(text.codePointAt(end) ?? 0x20);
  return !wordCharacter.test(next) || unspaced.test(label);
}

/** The text of the field as it is sent, and whom it mentions. */
export function toContent(
  text: string,
  options: readonly MentionOption[],
): { content: string; mentions: Mention[] | undefined } {
  const ranges = findMentions(text, options);
  if (ranges.length === 0) return { content: text.trim(), mentions: undefined };
  let content = '';
  let from = 0;
  for (const { start, end, option } of ranges) {
    content += text.slice(from, start) + mentionToken(option.id);
    from = end;
  }
  const mentioned = new Map(ranges.map(({ option: { id, name } }) => [id, { _id: id, name }]));
  return { content: (content + text.slice(from)).trim(), mentions: [...mentioned.values()] };
}

/** A content as the field shows it. */
export function toFieldText(content: string, options: readonly MentionOption[]): string {
  const labelById = new Map(options.map(({ id, label }) => [id, label]));
  return listMentionIds(content).reduce((text, id) => {
    const label = labelById.get(id);
    return label === undefined ? text : text.replaceAll(mentionToken(id), `@${label}`);
  }, content);
}

/** The beginning of a mention that is being typed before the caret. */
export interface MentionQuery {
  /** The position of the @. */
  readonly at: number;
  readonly query: string;
}

const maxQueryLength = 40;

export function findMentionQuery(text: string, caret: number): MentionQuery | null {
  const at = text.lastIndexOf('@', caret - 1);
  if (at === -1 || caret - at > maxQueryLength || !beginsMention(text, at)) return null;
  const query = text.slice(at + 1, caret);
  return /^\s|\n/.test(query) ? null : { at, query };
}

/** More are not shown; typing reduces their number. */
const shownOptions = 50;

/** Those whose name, or a word of it, begins with the query; the former first, and everybody last. */
export function matchOptions(options: readonly MentionOption[], { query }: MentionQuery): MentionOption[] {
  const wanted = folded(query);
  if (isFinished(options, query)) return [];
  const rankOf = ({ id, label }: MentionOption) => {
    const name = folded(label);
    if (name.startsWith(wanted)) return id === 'all' ? 2 : 0;
    return name.includes(` ${wanted}`) ? 1 : null;
  };
  const ranked = options.flatMap((option) => {
    const rank = rankOf(option);
    return rank === null ? [] : { option, rank };
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, shownOptions)
    .map(({ option }) => option);
}

/** A complete name with a space after it, or with which no other name begins: Enter sends the message then. */
function isFinished(options: readonly MentionOption[], query: string): boolean {
  const name = query.trimEnd();
  if (!options.some(({ label }) => label === name)) return false;
  return name !== query || !options.some(({ label }) => label !== name && label.startsWith(name));
}

/** Without regard to case and diacritics. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
