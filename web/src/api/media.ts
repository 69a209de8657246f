import { getMedia } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { mediaKey } from './media-list.ts';
import type { MediaKind, MediaPage } from './media-list.ts';

/** The images, files, voice messages or links of a chat, newest first. */
export function useMedia(chatId: ChatId, kind: MediaKind) {
  return useInfiniteQuery({
    queryKey: mediaKey(chatId, kind),
    queryFn: async ({ signal, pageParam }): Promise<MediaPage> => {
      const before = pageParam === null ? {} : { before: pageParam };
      const { data, haveMore } = await callEndpoint(getMedia, { chatId, kind, ...before }, { signal });
      return { messages: data, next: haveMore ? (data.at(-1)?.seq ?? null) : null };
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ messages }) => messages),
  });
}

export type MediaQuery = ReturnType<typeof useMedia>;
