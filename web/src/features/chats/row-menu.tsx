import type { ChatListItem } from '@chat-app/contract';
import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Bell, BellOff, Pin, PinOff } from 'lucide-react';
import { useArchiveChat, usePinChat } from '../../api/chat-places.ts';
import { useMuteChat } from '../../api/mute-chat.ts';
import { ContextMenu } from '../../ui/context-menu.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import type { RowMenuRequest } from './use-row-menu.ts';

interface RowMenuProps {
  request: RowMenuRequest | null;
  /** The element that gets the focus back; null if a finger opened the menu. */
  opener: Element | null;
  chats: readonly ChatListItem[];
  canMove: (chatId: ChatListItem['_id'], step: -1 | 1) => boolean;
  onMove: (chatId: ChatListItem['_id'], step: -1 | 1) => void;
  onClose: () => void;
}

/** The menu of a row in the chat list. */
export function RowMenu({ request, opener, chats, canMove, onMove, onClose }: RowMenuProps) {
  const { mutate: pin } = usePinChat();
  const { mutate: archive } = useArchiveChat();
  const { mutate: mute } = useMuteChat();
  const chat = chats.find(({ _id }) => _id === request?.chatId);
  return (
    <ContextMenu
      label={chat?.name ?? 'Chat'}
      position={chat && request ? request.point : null}
      returnFocusTo={opener}
      onClose={onClose}
    >
      {chat && (
        <>
          <MenuItem
            icon={chat.pinOrder === undefined ? <Pin aria-hidden="true" /> : <PinOff aria-hidden="true" />}
            onSelect={() => pin({ chatId: chat._id, isPinned: chat.pinOrder === undefined })}
          >
            {chat.pinOrder === undefined ? 'Pin' : 'Unpin'}
          </MenuItem>
          {canMove(chat._id, -1) && (
            <MenuItem icon={<ArrowUp aria-hidden="true" />} onSelect={() => onMove(chat._id, -1)}>
              Move up
            </MenuItem>
          )}
          {canMove(chat._id, 1) && (
            <MenuItem icon={<ArrowDown aria-hidden="true" />} onSelect={() => onMove(chat._id, 1)}>
              Move down
            </MenuItem>
          )}
          <MenuItem
            icon={chat.isArchived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
            onSelect={() => archive({ chatId: chat._id, isArchived: chat.isArchived !== true })}
          >
            {chat.isArchived ? 'Unarchive' : 'Archive'}
          </MenuItem>
          <MenuItem
            icon={chat.isMuted ? <Bell aria-hidden="true" /> : <BellOff aria-hidden="true" />}
            onSelect={() => mute({ chatId: chat._id, isMuted: !chat.isMuted })}
          >
            {chat.isMuted ? 'Unmute' : 'Mute'}
          </MenuItem>
        </>
      )}
    </ContextMenu>
  );
}
