import type { ChatId } from '@chat-app/contract';
import { Bell, BellOff, Keyboard, MessageSquarePlus, Moon, Settings, Sun, Users } from 'lucide-react';
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
        ]
      : []),
    { name: 'Keyboard shortcuts', icon: <Keyboard aria-hidden="true" />, run: () => openDialog('shortcuts') },
  ];
}
