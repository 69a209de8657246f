import type { ChatId } from '@chat-app/contract';
import { lazy, Suspense, useState } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router';
import type { FriendsStart } from '../features/friends/friends-dialog.tsx';
// Not lazy: such a small chunk would change the shared chunks and make the login screen load more code.
import { ShortcutsDialog } from '../features/shortcuts/shortcuts-dialog.tsx';
import { chatIdAt } from '../format/paths.ts';
import { useShortcut } from '../browser/use-shortcut.ts';
import { useSingleKeys } from '../state/single-keys.ts';

const loadAccount = () => import('../features/account/account-dialog.tsx');
const loadFriends = () => import('../features/friends/friends-dialog.tsx');
const loadCreate = () => import('../features/chats/create-chat-dialog.tsx');

const AccountDialog = lazy(async () => ({ default: (await loadAccount()).AccountDialog }));
const FriendsDialog = lazy(async () => ({ default: (await loadFriends()).FriendsDialog }));
const CreateChatDialog = lazy(async () => ({ default: (await loadCreate()).CreateChatDialog }));

export type MainDialog = 'account' | 'friends' | 'create' | 'shortcuts';

/** Loads the code of the dialogs before the click. */
export function preloadDialogs(): void {
  void Promise.allSettled([loadAccount(), loadFriends(), loadCreate()]);
}

interface Opened {
  isOpen: boolean;
  opener: RefObject<HTMLElement | null>;
  friendsStart: FriendsStart;
}

/** The open dialogs of the main screen. A closed dialog stays mounted, so that its exit animation can run. */
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
  // Opening a chat from elsewhere, such as a toast, closes the dialogs. Each navigation has a new key, even one to the
  // chat that is already open.
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

/** The focused element, except menu items: they are unmounted by the time the dialog opens. */
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
