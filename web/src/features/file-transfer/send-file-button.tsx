import type { ChatId } from '@chat-app/contract';
import { ArrowLeftRight } from 'lucide-react';
import { useChat } from '../../api/chats.ts';
import { useMe } from '../../api/me.ts';
import { useIsAnyOnline } from '../../state/online-users.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { openSendDialog } from './follow-transfers.ts';

/** Only in chats of two, and only while the other one is there to take it. */
export function SendFileButton({ chatId }: { chatId: ChatId }) {
  const me = useMe();
  const { data: chat } = useChat(chatId);
  const others = chat?.members.filter(({ _id }) => _id !== me.id) ?? [];
  const isOnline = useIsAnyOnline(others.map(({ _id }) => _id));
  const [other] = others;
  if (!chat || chat.isGroup || !other || !isOnline) return null;
  return (
    <IconButton
      label="Send file directly"
      icon={<ArrowLeftRight aria-hidden="true" />}
      onClick={() => openSendDialog(other._id, chatId)}
    />
  );
}
