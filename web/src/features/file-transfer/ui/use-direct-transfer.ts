import type { ChatId } from '@chat-app/contract';
import { useChat } from '../../../api/chats.ts';
import { useMe } from '../../../api/me.ts';
import { useIsAnyOnline } from '../../../state/online-users.ts';
import { useTransfers } from '../session/transfer-list.ts';

/**
 * The direct transfer of a direct chat; null in groups. The peer has to be online to receive it; who does not share
 * their own presence learns that from the server.
 */
export function useDirectTransfer(chatId: ChatId) {
  const me = useMe();
  const openSendDialog = useTransfers((state) => state.openSendDialog);
  const { data: chat } = useChat(chatId);
  const others = chat?.members.filter(({ _id }) => _id !== me.id) ?? [];
  const isPeerOnline = useIsAnyOnline(others.map(({ _id }) => _id)) || !me.sharesPresence;
  const [peer] = others;
  if (!chat || chat.isGroup || !peer) return null;
  return { peerName: peer.name, isPeerOnline, open: () => openSendDialog?.(peer._id, chatId) };
}
