import { findWords, type ParsedInputOf, type searchMessages, type SearchWord } from '@chat-app/contract';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sql } from '../../platform/db/database.ts';
import { assertWithinDeadline } from '../../platform/deadline.ts';
import { hasWords } from './index-batch.ts';
import { comparePositions } from './search-cursor.ts';
import { authorToken, chatToken, searchTypesOf, tokensToFind, typeToken } from './search-tokens.ts';
import {
  type Candidate,
  type IndexQuery,
  type SearchedChat,
  type SearchPosition,
  searchRepository,
} from './search.repository.ts';

/** For a whole search. What was found by then is returned, if anything was looked at. */
const timeLimitMs = 2000;
const leastTimeMs = 100;
const candidatesAtOnce = 200;
/**
 * From so many on, the newest messages are looked at before the index is asked for all. The estimate is low for long
 * words, because it takes their tokens for independent of each other.
 */
const manyMessages = 200;
const recentMax = 2000;
const leastRecentPerChat = 4;
/** Messages that are not in the index yet. */
const unindexedMax = 500;
const leastUnindexedPerChat = 20;
/** A stop for other work comes after so many characters. */
const charactersAtOnce = 20_000;

export type SearchInput = ParsedInputOf<typeof searchMessages>;

export interface SearchQuery {
  readonly input: SearchInput;
  readonly words: readonly SearchWord[];
  /** The end of the previous page. */
  readonly after: SearchPosition | null;
}

export interface FoundPage {
  readonly found: readonly Candidate[];
  /** Where the next page begins; null on the last one. */
  readonly next: SearchPosition | null;
}

/** One page of messages with all words, newest first. */
export async function findMessages(tx: Sql, chats: readonly SearchedChat[], query: SearchQuery): Promise<FoundPage> {
  const endsAt = performance.now() + timeLimitMs;
  await searchRepository.prepare(tx);
  const fresh = await findUnindexed(tx, chats, query);
  const { found, next } = await findIndexed(tx, chats, query, endsAt);
  // Beyond the end of what was looked at in the index, the next page continues with both.
  const isReached = (one: SearchPosition) => next === null || comparePositions(one, next) <= 0;
  const byId = new Map([...found, ...fresh.filter(isReached)].map((one) => [one.id, one]));
  const all = [...byId.values()].toSorted(comparePositions);
  const page = all.slice(0, query.input.limit);
  return { found: page, next: all.length > page.length ? (page.at(-1) ?? null) : next };
}

async function findUnindexed(tx: Sql, chats: readonly SearchedChat[], query: SearchQuery): Promise<Candidate[]> {
  const outdated = chats.filter(({ rev, indexedRev }) => rev > indexedRev);
  if (outdated.length === 0) return [];
  await searchRepository.limitTime(tx, timeLimitMs);
  const limitPerChat = Math.max(leastUnindexedPerChat, Math.floor(unindexedMax / outdated.length));
  const unindexed = await searchRepository.listUnindexed(tx, outdated, { limit: unindexedMax, limitPerChat });
  const { after } = query;
  return matching(after === null ? unindexed : unindexed.filter((one) => comparePositions(one, after) > 0), query);
}

/** Until there is more than a page, there are no more, or the time is over. */
async function findIndexed(
  tx: Sql,
  chats: readonly SearchedChat[],
  query: SearchQuery,
  endsAt: number,
): Promise<FoundPage> {
  const asked = { ...indexQueryOf(query), chatTokens: chats.map(({ chatId }) => chatToken(chatId)), chats };
  const recent = await findRecent(tx, asked, query);
  if (recent.length > query.input.limit) return { found: recent, next: recent.at(-1) ?? null };
  const found: Candidate[] = [];
  for (let { after } = query; ;) {
    assertWithinDeadline();
    await searchRepository.limitTime(tx, Math.max(leastTimeMs, endsAt - performance.now()));
    const candidates = await searchRepository.findIndexed(tx, { ...asked, after, limit: candidatesAtOnce });
    found.push(...(await matching(candidates, query)));
    const last = candidates.at(-1);
    if (candidates.length < candidatesAtOnce || !last) return { found, next: null };
    if (found.length > query.input.limit || performance.now() > endsAt - leastTimeMs) return { found, next: last };
    after = last;
  }
}

/** The first page of what is common is among the newest messages. */
async function findRecent(
  tx: Sql,
  asked: Omit<IndexQuery, 'after' | 'limit'>,
  query: SearchQuery,
): Promise<Candidate[]> {
  if (query.after !== null || (await searchRepository.estimate(tx, asked)) < manyMessages) return [];
  const perChat = Math.max(leastRecentPerChat, Math.floor(recentMax / asked.chats.length));
  await searchRepository.limitTime(tx, timeLimitMs);
  const limit = candidatesAtOnce;
  return matching(await searchRepository.findRecent(tx, { ...asked, after: null, limit }, perChat), query);
}

function indexQueryOf({ input: { from, type, sentAfter, sentBefore }, words }: SearchQuery) {
  const tokens = tokensToFind(words);
  if (from !== undefined) tokens.push(authorToken(from));
  if (type !== undefined) tokens.push(typeToken(type));
  return { tokens, period: { fromMs: timeOf(sentAfter), untilMs: timeOf(sentBefore) } };
}

/** Compares the words themselves: the index has only hashes of their parts. */
async function matching(candidates: readonly Candidate[], query: SearchQuery): Promise<Candidate[]> {
  const found: Candidate[] = [];
  let characters = 0;
  for (const candidate of candidates) {
    characters += candidate.content.length;
    if (characters > charactersAtOnce) {
      characters = 0;
      await nextTurn();
    }
    if (isMatch(candidate, query)) found.push(candidate);
  }
  return found;
}

function isMatch(candidate: Candidate, { input: { from, type, sentAfter, sentBefore }, words }: SearchQuery): boolean {
  const { authorId, content, sentAtUs } = candidate;
  const [fromMs, untilMs] = [timeOf(sentAfter), timeOf(sentBefore)];
  return (
    hasWords(candidate) &&
    (from === undefined || authorId === from) &&
    (type === undefined || searchTypesOf(candidate.type, content).includes(type)) &&
    (fromMs === null || sentAtUs >= fromMs * 1000) &&
    (untilMs === null || sentAtUs < untilMs * 1000) &&
    findWords(content, words) !== null
  );
}

const timeOf = (time: string | undefined) => (time === undefined ? null : Date.parse(time));
