import type { UserId } from '@chat-app/contract';
import { useChatList } from '../../api/chats.ts';

export interface Peer {
  readonly name: string;
  readonly avatar: string;
  /** The chat with them. */
  readonly isMuted: boolean;
}

/** Somebody one has a chat of two with, as the list of chats shows them. */
export function usePeer(peerId: UserId | undefined): Peer {
  const { data } = useChatList();
  const chat = data?.find(({ isGroup, members }) => !isGroup && peerId !== undefined && members.includes(peerId));
  return { name: chat?.name ?? 'Your friend', avatar: chat?.avatar ?? '', isMuted: chat?.isMuted ?? false };
}
