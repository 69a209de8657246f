import type { ChatId } from '@chat-app/contract';
import { Archive, ArchiveRestore, Pin, PinOff } from 'lucide-react';
import { useArchiveChat, usePinChat } from '../../api/chat-places.ts';
import { useChatList } from '../../api/chats.ts';
import { rowClasses } from '../../ui/disclosure.tsx';

/** Pins and archives the chat. The labels change instead of the buttons, so that these keep the focus. */
export function PlaceButtons({ chatId }: { chatId: ChatId }) {
  const row = useChatList().data?.find(({ _id }) => _id === chatId);
  const { mutate: pin } = usePinChat();
  const { mutate: archive } = useArchiveChat();
  // A chat that is not in the list has no place in it.
  if (!row) return null;
  const [isPinned, isArchived] = [row.pinOrder !== undefined, row.isArchived === true];
  const [PinIcon, ArchiveIcon] = [isPinned ? PinOff : Pin, isArchived ? ArchiveRestore : Archive];
  return (
    <>
      <button type="button" className={rowClasses} onClick={() => pin({ chatId, isPinned: !isPinned })}>
        <PinIcon aria-hidden="true" className="text-muted" />
        {isPinned ? 'Unpin this chat' : 'Pin this chat'}
      </button>
      <button type="button" className={rowClasses} onClick={() => archive({ chatId, isArchived: !isArchived })}>
        <ArchiveIcon aria-hidden="true" className="text-muted" />
        {isArchived ? 'Unarchive this chat' : 'Archive this chat'}
      </button>
    </>
  );
}
