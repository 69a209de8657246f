import type { ChatId } from '@chat-app/contract';
import {
  Archive,
  ArchiveRestore,
  Bell,
  BellOff,
  Keyboard,
  MessageSquarePlus,
  Moon,
  Pin,
  PinOff,
  Settings,
  Sun,
  Users,
} from 'lucide-react';
import { useArchiveChat, usePinChat } from '../api/chat-places.ts';
import { useChatList } from '../api/chats.ts';
import { useMuteChat } from '../api/mute-chat.ts';
import type { PaletteCommand } from '../features/search/palette-options.ts';
import { chooseTheme, useIsDark } from '../state/theme.ts';
import type { MainDialog } from './main-dialog.ts';

interface CommandDeps {
  openId: ChatId | null;
  openDialog: (dialog: MainDialog) => void;
}

/** What can be done from the palette. */
export function usePaletteCommands({ openId, openDialog }: CommandDeps): PaletteCommand[] {
  const isDark = useIsDark();
  const mute = useMuteChat();
  const pin = usePinChat();
  const archive = useArchiveChat();
  const chat = useChatList().data?.find(({ _id }) => _id === openId);
  return [
    { name: 'New chat', icon: <MessageSquarePlus aria-hidden="true" />, run: () => openDialog('create') },
    { name: 'Friends', icon: <Users aria-hidden="true" />, run: () => openDialog('friends') },
    { name: 'Account settings', icon: <Settings aria-hidden="true" />, run: () => openDialog('account') },
    isDark
      ? { name: 'Light theme', icon: <Sun aria-hidden="true" />, run: () => chooseTheme('light') }
      : { name: 'Dark theme', icon: <Moon aria-hidden="true" />, run: () => chooseTheme('dark') },
    ...(chat
      ? [
          {
            name: chat.isMuted ? 'Unmute this chat' : 'Mute this chat',
            icon: chat.isMuted ? <Bell aria-hidden="true" /> : <BellOff aria-hidden="true" />,
            run: () => mute.mutate({ chatId: chat._id, isMuted: !chat.isMuted }),
          },
          {
            name: chat.pinOrder === undefined ? 'Pin this chat' : 'Unpin this chat',
            icon: chat.pinOrder === undefined ? <Pin aria-hidden="true" /> : <PinOff aria-hidden="true" />,
            run: () => pin.mutate({ chatId: chat._id, isPinned: chat.pinOrder === undefined }),
          },
          {
            name: chat.isArchived ? 'Unarchive this chat' : 'Archive this chat',
            icon: chat.isArchived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />,
            run: () => archive.mutate({ chatId: chat._id, isArchived: chat.isArchived !== true }),
          },
        ]
      : []),
    { name: 'Keyboard shortcuts', icon: <Keyboard aria-hidden="true" />, run: () => openDialog('shortcuts') },
  ];
}
