import type { ChatId } from '@chat-app/contract';
import { lazy, Suspense, useState } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router';
import type { FriendsStart } from '../features/friends/friends-dialog.tsx';
// Not on its own: so small a chunk would share less with the others, and the login screen would pay for it.
import { ShortcutsDialog } from '../features/shortcuts/shortcuts-dialog.tsx';
import { chatIdAt } from '../lib/chat-path.ts';
import { useShortcut } from '../lib/use-shortcut.ts';
import { useSingleKeys } from '../state/single-keys.ts';

const loadAccount = () => import('../features/account/account-dialog.tsx');
const loadFriends = () => import('../features/friends/friends-dialog.tsx');
const loadCreate = () => import('../features/chats/create-chat-dialog.tsx');

const AccountDialog = lazy(async () => ({ default: (await loadAccount()).AccountDialog }));
const FriendsDialog = lazy(async () => ({ default: (await loadFriends()).FriendsDialog }));
const CreateChatDialog = lazy(async () => ({ default: (await loadCreate()).CreateChatDialog }));

export type MainDialog = 'account' | 'friends' | 'create' | 'shortcuts';

/** Fetches the dialogs' code ahead of the click. */
export function preloadDialogs(): void {
  void Promise.allSettled([loadAccount(), loadFriends(), loadCreate()]);
}

interface Opened {
  isOpen: boolean;
  opener: RefObject<HTMLElement | null>;
  friendsStart: FriendsStart;
}

/** Which dialogs of the main screen are open. One that was open stays mounted, so that it can leave with its animation. */
export function useMainDialogs(menuButton: RefObject<HTMLElement | null>) {
  const [opened, setOpened] = useState<ReadonlyMap<MainDialog, Opened>>(new Map());
  const openDialog = (dialog: MainDialog, friendsStart: FriendsStart = {}) => {
    const opener = focusedControl() ?? menuButton.current;
    setOpened((before) => new Map(before).set(dialog, { isOpen: true, opener: { current: opener }, friendsStart }));
  };
  const closeDialog = (dialog: MainDialog) =>
    setOpened((before) => {
      const known = before.get(dialog);
      return known ? new Map(before).set(dialog, { ...known, isOpen: false }) : before;
    });
  // A chat that is opened from elsewhere, such as a toast, is not left under a dialog. Each navigation has a key of its own,
  // also one to the chat that is open already.
  const { key, pathname } = useLocation();
  const [lastKey, setLastKey] = useState(key);
  if (key !== lastKey) {
    setLastKey(key);
    if (chatIdAt(pathname) !== null) setOpened(allClosed);
  }
  useShortcut('newChat', () => openDialog('create'));
  useShortcut('friends', () => openDialog('friends'));
  const hasSingleKeys = useSingleKeys(({ isOn }) => isOn);
  useShortcut('showShortcuts', () => openDialog('shortcuts'), { hasSingleKeys });
  return { openDialog, view: { opened, openDialog, closeDialog } };
}

const allClosed = (opened: ReadonlyMap<MainDialog, Opened>) =>
  new Map([...opened].map(([dialog, known]) => [dialog, { ...known, isOpen: false }]));

/** Where the keyboard is; an entry of a menu does not count, since it is gone when the dialog is there. */
function focusedControl(): HTMLElement | null {
  const { activeElement, body } = document;
  const isLasting = activeElement !== body && activeElement?.closest('[role=menu]') === null;
  return isLasting && activeElement instanceof HTMLElement ? activeElement : null;
}

interface MainDialogsProps {
  view: ReturnType<typeof useMainDialogs>['view'];
  onOpenChat: (chatId: ChatId) => void;
}

export function MainDialogs({ view, onOpenChat }: MainDialogsProps) {
  const { opened, openDialog, closeDialog } = view;
  const propsOf = (dialog: MainDialog) => {
    const known = opened.get(dialog);
    return known && { isOpen: known.isOpen, onClose: () => closeDialog(dialog), returnFocusTo: known.opener };
  };
  const [account, friends, create, shortcuts] = [
    propsOf('account'),
    propsOf('friends'),
    propsOf('create'),
    propsOf('shortcuts'),
  ];
  return (
    <Suspense>
      {account && <AccountDialog {...account} onShowShortcuts={() => openDialog('shortcuts')} />}
      {friends && (
        <FriendsDialog {...friends} start={opened.get('friends')?.friendsStart ?? {}} onOpenChat={onOpenChat} />
      )}
      {create && <CreateChatDialog {...create} onOpenChat={onOpenChat} />}
      {shortcuts && <ShortcutsDialog {...shortcuts} />}
    </Suspense>
  );
}
