import type { ChatId } from '@chat-app/contract';
import { lazy, Suspense, useRef, useState } from 'react';
import type { RefObject } from 'react';

const loadAccount = () => import('../features/account/account-dialog.tsx');
const loadFriends = () => import('../features/friends/friends-dialog.tsx');
const loadCreate = () => import('../features/chats/create-chat-dialog.tsx');

const AccountDialog = lazy(async () => ({ default: (await loadAccount()).AccountDialog }));
const FriendsDialog = lazy(async () => ({ default: (await loadFriends()).FriendsDialog }));
const CreateChatDialog = lazy(async () => ({ default: (await loadCreate()).CreateChatDialog }));

export type MainDialog = 'account' | 'friends' | 'create';

/** Fetches the dialogs' code ahead of the click. */
export function preloadDialogs(): void {
  void Promise.allSettled([loadAccount(), loadFriends(), loadCreate()]);
}

/** Which dialog of the main screen is open. One that was open stays mounted, so that it can leave with its animation. */
export function useMainDialogs(defaultReturn: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState<MainDialog | null>(null);
  const [everOpened, setEverOpened] = useState<ReadonlySet<MainDialog>>(new Set());
  const returnFocusTo = useRef<HTMLElement | null>(null);
  return {
    openDialog: (dialog: MainDialog, opener: RefObject<HTMLElement | null> = defaultReturn) => {
      returnFocusTo.current = opener.current;
      setOpen(dialog);
      setEverOpened((before) => new Set(before).add(dialog));
    },
    view: { open, everOpened, returnFocusTo, onClose: () => setOpen(null) },
  };
}

interface MainDialogsProps {
  view: ReturnType<typeof useMainDialogs>['view'];
  onOpenChat: (chatId: ChatId) => void;
}

export function MainDialogs({ view, onOpenChat }: MainDialogsProps) {
  const { open, everOpened, returnFocusTo, onClose } = view;
  const propsOf = (dialog: MainDialog) => ({ isOpen: open === dialog, onClose, returnFocusTo });
  return (
    <Suspense>
      {everOpened.has('account') && <AccountDialog {...propsOf('account')} />}
      {everOpened.has('friends') && <FriendsDialog {...propsOf('friends')} onOpenChat={onOpenChat} />}
      {everOpened.has('create') && <CreateChatDialog {...propsOf('create')} onOpenChat={onOpenChat} />}
    </Suspense>
  );
}
