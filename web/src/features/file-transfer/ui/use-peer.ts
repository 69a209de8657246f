import type { UserId } from '@chat-app/contract';
import { useChatList } from '../../../api/chats.ts';

export interface Peer {
  readonly name: string;
  readonly avatar: string;
  /** Whether the chat with the peer is muted. */
  readonly isMuted: boolean;
}

/** The other user of a direct chat, as shown in the chat list. */
export function usePeer(peerId: UserId | undefined): Peer {
  const { data } = useChatList();
  const chat = data?.find(({ isGroup, members }) => !isGroup && peerId !== undefined && members.includes(peerId));
  return { name: chat?.name ?? 'Your friend', avatar: chat?.avatar ?? '', isMuted: chat?.isMuted ?? false };
}
