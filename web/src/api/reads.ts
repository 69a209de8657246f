import { getReads, limits } from '@chat-app/contract';
import type { ChatId, ChatRead } from '@chat-app/contract';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { patchQueries } from '../lib/patch-queries.ts';
import { refetchAfterCurrent } from '../lib/refetch-after-current.ts';
import { useChat } from './chats.ts';
import { useMe } from './me.ts';

export const allReadsKey = ['reads'] as const;
const readsKey = (chatId: ChatId) => [...allReadsKey, chatId] as const;
const none: readonly ChatRead[] = [];

/** How far the other members of a chat have read, as far as both sides share it. */
export function useReads(chatId: ChatId): readonly ChatRead[] {
  const areShown = useAreReadsShown(chatId);
  const { data } = useQuery({
    queryKey: readsKey(chatId),
    queryFn: async ({ signal }): Promise<readonly ChatRead[]> =>
      (await callEndpoint(getReads, { chatId }, { signal })).data,
    // An event that arrived during the request is newer than its answer.
    structuralSharing: (known, fetched) =>
      withNewer(fetched as typeof none, (known as typeof none | undefined) ?? none),
    enabled: areShown,
  });
  return areShown ? (data ?? none) : none;
}

/** Not in large groups, and not for those who send no receipts themselves. */
export function useAreReadsShown(chatId: ChatId): boolean {
  const { data: chat } = useChat(chatId);
  const { sendsReceipts } = useMe();
  return sendsReceipts && chat !== undefined && chat.members.length <= limits.receiptMembersMax;
}

/** Another member has read further. */
export function receiveRead(client: QueryClient, chatId: ChatId, { userId, seq }: Pick<ChatRead, 'userId' | 'seq'>) {
  const key = readsKey(chatId);
  const reads = client.getQueryData<readonly ChatRead[]>(key);
  const before = reads?.find((read) => read.userId === userId);
  if (before && before.seq >= seq) return;
  if (reads) {
    const read = { userId, seq, at: new Date().toISOString() };
    patchQueries<readonly ChatRead[]>(client, key, () => [...reads.filter((other) => other !== before), read]);
  } else if (client.isFetching({ queryKey: key }) > 0) void refetchAfterCurrent(client, key);
}

function withNewer(reads: readonly ChatRead[], known: readonly ChatRead[]): readonly ChatRead[] {
  return reads.map((read) => known.find(({ userId, seq }) => userId === read.userId && seq > read.seq) ?? read);
}
