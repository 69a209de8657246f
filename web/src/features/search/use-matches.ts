import { findAnyWord, findWords, limits, listSearchWords } from '@chat-app/contract';
import type { ChatId, SearchResult } from '@chat-app/contract';
import { useEffect, useState } from 'react';
import { useMessageSearch } from '../../api/search.ts';
import { useDebounced } from '../../lib/timing-hooks.ts';
import { setFound } from '../../state/find-in-chat.ts';
import { jumpTo } from '../../state/jump-target.ts';
import { splitAt } from './marked-parts.ts';

const searchDebounceMs = 250;
const none: readonly SearchResult[] = [];

/** The matches of a text in a chat, newest first, one of which is shown in the list and marked. */
export function useMatches(chatId: ChatId, text: string) {
  const typed = text.trim();
  const q = useDebounced(typed, searchDebounceMs);
  const search = useMessageSearch({ q, chatId });
  const isAnswered = typed === q && search.isSearching && !search.isPlaceholderData;
  const results = isAnswered ? (search.data?.pages.flatMap(({ data }) => data) ?? none) : none;
  // May be that of a match on the next page, which is being loaded.
  const [wanted, setWanted] = useState({ q, index: 0 });
  const wantedIndex = wanted.q === q ? wanted.index : 0;
  const index = Math.min(wantedIndex, results.length - 1);
  const current = results[index]?.message;
  const { hasNextPage, isFetching, fetchNextPage } = search;
  useWantedPage(search, isAnswered && wantedIndex >= results.length);
  const jump = () => {
    if (current) jumpTo({ chatId, messageId: current._id, seq: current.seq });
  };
  const currentId = current?._id ?? null;
  // oxlint-disable-next-line react/exhaustive-deps -- once for each match
  useEffect(jump, [currentId]);
  useMarks(search.isSearching ? q : '');
  useEffect(() => setFound({ currentId }), [currentId]);

  const step = (by: 1 | -1) => {
    const next = index + by;
    if (next < 0 || results.length === 0 || (next === results.length && !hasNextPage)) return jump();
    setWanted({ q, index: next });
    // Also after a failure.
    if (next === results.length && !isFetching) void fetchNextPage();
    return undefined;
  };
  return {
    search,
    isTooShort: typed.length < limits.searchMinLength,
    isAnswered: isAnswered && !search.isPending,
    index,
    count: results.length,
    hasOlder: hasNextPage || index < results.length - 1,
    hasNewer: index > 0,
    step,
  };
}

/**
 * Fetches the next page while the wanted match is not on those before it. A page can be empty: the server found nothing
 * among what it had time for.
 */
function useWantedPage(search: ReturnType<typeof useMessageSearch>, isWanted: boolean): void {
  const { data, hasNextPage, isFetching, error, fetchNextPage } = search;
  const isMissing = isWanted && hasNextPage && !isFetching && !error;
  const pageCount = data?.pages.length;
  useEffect(() => {
    if (isMissing) void fetchNextPage();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once for each page
  }, [isMissing, pageCount, fetchNextPage]);
}

/** Marks the words in the messages that are shown. */
function useMarks(q: string): void {
  useEffect(() => {
    const words = listSearchWords(q);
    const split = (text: string) => splitAt(text, findAnyWord(text, words));
    setFound({ markerFor: (content) => (findWords(content, words) === null ? null : split) });
    return () => setFound({ markerFor: null });
  }, [q]);
}
