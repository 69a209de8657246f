import type { ChatId } from '@chat-app/contract';
import { lazy, Suspense, useState } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router';
import type { FriendsStart } from '../features/friends/friends-dialog.tsx';
import { chatIdAt } from '../format/paths.ts';
import { useShortcut } from '../browser/use-shortcut.ts';
import { useInviteRequest } from '../state/invites.ts';
import { useSafetyRequest } from '../state/safety.ts';
import { useSingleKeys } from '../state/single-keys.ts';
import type { MainDialog } from './main-dialog.ts';

const loadRare = () => import('./rare-dialogs.tsx');
const loadFriends = () => import('../features/friends/friends-dialog.tsx');
const loadCreate = () => import('../features/chats/create-chat-dialog.tsx');
const loadSearch = () => import('./main-search.tsx');

const AccountDialog = lazy(async () => ({ default: (await loadRare()).AccountDialog }));
const FriendsDialog = lazy(async () => ({ default: (await loadFriends()).FriendsDialog }));
const CreateChatDialog = lazy(async () => ({ default: (await loadCreate()).CreateChatDialog }));
const InviteDialog = lazy(async () => ({ default: (await loadRare()).InviteDialog }));
const SafetyDialogs = lazy(async () => ({ default: (await loadRare()).SafetyDialogs }));
const ShortcutsDialog = lazy(async () => ({ default: (await loadRare()).ShortcutsDialog }));
const TestCallDialog = lazy(async () => ({
  default: (await import('../features/calls/test-call/test-call-dialog.tsx')).TestCallDialog,
}));
const MainSearch = lazy(async () => ({ default: (await loadSearch()).MainSearch }));

/** Loads the code of the dialogs before the click. */
export function preloadDialogs(): void {
  void Promise.allSettled([loadRare(), loadFriends(), loadCreate(), loadSearch()]);
}

interface Opened {
  isOpen: boolean;
  opener: RefObject<HTMLElement | null>;
  start: FriendsStart;
  /** How often it was opened: the search starts with an empty field each time. */
  count: number;
}

/** The open dialogs of the main screen. A closed dialog stays mounted, so that its exit animation can run. */
export function useMainDialogs(menuButton: RefObject<HTMLElement | null>) {
  const [opened, setOpened] = useState<ReadonlyMap<MainDialog, Opened>>(new Map());
  const openDialog = (dialog: MainDialog, start: FriendsStart = {}) => {
    const focused = focusedControl() ?? menuButton.current;
    setOpened((before) => {
      const search = before.get('search');
      // What the search opens returns the focus to where the search was opened.
      const opener = search?.isOpen ? search.opener : { current: focused };
      const count = (before.get(dialog)?.count ?? 0) + 1;
      return new Map(before).set(dialog, { isOpen: true, opener, start, count });
    });
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
  useShortcut('search', () => openDialog('search'));
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
  openId: ChatId | null;
  onOpenChat: (chatId: ChatId) => void;
}

export function MainDialogs({ view, openId, onOpenChat }: MainDialogsProps) {
  const { opened, openDialog, closeDialog } = view;
  const propsOf = (dialog: MainDialog) => {
    const known = opened.get(dialog);
    return known && { isOpen: known.isOpen, onClose: () => closeDialog(dialog), returnFocusTo: known.opener };
  };
  const [account, friends, create, shortcuts, search, testCall] = [
    propsOf('account'),
    propsOf('friends'),
    propsOf('create'),
    propsOf('shortcuts'),
    propsOf('search'),
    propsOf('test-call'),
  ];
  const isSafetyUsed = useEver(useSafetyRequest(({ request }) => request !== null));
  const isInviteUsed = useEver(useInviteRequest(({ request }) => request !== null));
  return (
    <Suspense>
      {account && (
        <AccountDialog
          {...account}
          onShowShortcuts={() => openDialog('shortcuts')}
          onTestCall={() => openDialog('test-call')}
        />
      )}
      {friends && <FriendsDialog {...friends} start={opened.get('friends')?.start ?? {}} onOpenChat={onOpenChat} />}
      {create && <CreateChatDialog {...create} onOpenChat={onOpenChat} />}
      {shortcuts && <ShortcutsDialog {...shortcuts} />}
      {testCall && <TestCallDialog {...testCall} />}
      {isInviteUsed && <InviteDialog />}
      {isSafetyUsed && <SafetyDialogs />}
      {search && (
        <MainSearch
          key={opened.get('search')?.count}
          {...search}
          initialText={opened.get('search')?.start.search ?? ''}
          openId={openId}
          openDialog={openDialog}
          onOpenChat={onOpenChat}
        />
      )}
    </Suspense>
  );
}

/** Whether this has been true: a dialog stays mounted once it was opened. */
function useEver(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return wasTrue;
}
