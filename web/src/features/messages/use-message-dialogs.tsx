import type { ChatId, Message } from '@chat-app/contract';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useDeleteMessage } from '../../api/delete-message.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ContextMenu } from '../../ui/context-menu.tsx';
import type {
  DayRequest,
  FullMessage,
  MenuRequest,
  MessageActions,
  ReactionRequest,
  ShownImage,
} from './message-actions.ts';
import { hasMessageMenu, MessageMenu } from './message-menu.tsx';
import { ReactionPicker } from './reaction-picker.tsx';

const Lightbox = lazy(async () => ({ default: (await import('../../ui/lightbox.tsx')).Lightbox }));
const FullMessageDialog = lazy(async () => ({
  default: (await import('./full-message-dialog.tsx')).FullMessageDialog,
}));
const VersionsDialog = lazy(async () => ({ default: (await import('./versions-dialog.tsx')).VersionsDialog }));
const ForwardDialog = lazy(async () => ({ default: (await import('./forward-dialog.tsx')).ForwardDialog }));
const DayDialog = lazy(async () => ({ default: (await import('./day-dialog.tsx')).DayDialog }));
const SeenByDialog = lazy(async () => ({ default: (await import('./seen-by-dialog.tsx')).SeenByDialog }));

type Opened =
  | { kind: 'nothing' }
  | { kind: 'image'; image: ShownImage }
  | { kind: 'full'; full: FullMessage }
  | { kind: 'versions'; edited: FullMessage }
  | { kind: 'seenBy'; message: Message }
  | { kind: 'menu'; message: Message; request: MenuRequest }
  | { kind: 'reaction'; request: ReactionRequest }
  | { kind: 'day'; request: DayRequest }
  | { kind: 'deletion'; message: Message }
  | { kind: 'forward'; messages: readonly Message[] };

/** The dialogs and menus of messages. They belong to the list, because their row may unmount while they are open. */
export function useMessageDialogs(
  chatId: ChatId,
  list: RefObject<HTMLElement | null>,
): {
  actions: MessageActions;
  dialogs: ReactNode;
} {
  const [opened, setOpened] = useState<Opened>({ kind: 'nothing' });
  // Kept after the menu closes, because the focus returns to it then.
  const [menuOpener, setMenuOpener] = useState<Element | null>(null);
  const [actions] = useState(() => actionsOf(setOpened, setMenuOpener));
  const deletion = useDeleteMessage();
  const close = () => setOpened({ kind: 'nothing' });
  const confirmDeletion = (message: Message) =>
    deletion.mutate(message, {
      // Another dialog may have been opened meanwhile.
      onSettled: () =>
        setOpened((now) => (now.kind === 'deletion' && now.message._id === message._id ? { kind: 'nothing' } : now)),
    });

  const menu = opened.kind === 'menu' ? opened : null;
  const dialogs = (
    <>
      <ContextMenu label="Message" position={menu?.request.point ?? null} returnFocusTo={menuOpener} onClose={close}>
        {menu && <MessageMenu {...menu} actions={actions} />}
      </ContextMenu>
      <ReactionPicker
        request={opened.kind === 'reaction' ? opened.request : null}
        onClose={close}
        returnFocusTo={list.current}
      />
      <ConfirmDialog
        question="Delete this message?"
        details="It is removed for everybody in this chat. This cannot be undone."
        confirmLabel="Delete"
        isOpen={opened.kind === 'deletion'}
        isBusy={deletion.isPending}
        onConfirm={() => opened.kind === 'deletion' && confirmDeletion(opened.message)}
        onCancel={close}
        // The delete button is removed with its message.
        returnFocusTo={list}
      />
      <LazyDialogs
        chatId={chatId}
        list={list}
        opened={opened}
        onClose={close}
        returnFocusTo={{ current: menuOpener instanceof HTMLElement ? menuOpener : list.current }}
      />
    </>
  );
  return { actions, dialogs };
}

interface LazyDialogsProps {
  chatId: ChatId;
  list: RefObject<HTMLElement | null>;
  opened: Opened;
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** Each is loaded with its first use. It stays mounted then, so that its exit animation can run. */
function LazyDialogs({ chatId, list, opened, ...rest }: LazyDialogsProps) {
  const { onClose } = rest;
  const [used, setUsed] = useState<ReadonlySet<Opened['kind']>>(() => new Set());
  if (!used.has(opened.kind)) setUsed(new Set([...used, opened.kind]));
  return (
    <Suspense>
      {used.has('image') && (
        <Lightbox image={opened.kind === 'image' ? opened.image : null} onClose={onClose} returnFocusTo={list} />
      )}
      {used.has('full') && <FullMessageDialog full={opened.kind === 'full' ? opened.full : null} onClose={onClose} />}
      {used.has('versions') && (
        <VersionsDialog edited={opened.kind === 'versions' ? opened.edited : null} onClose={onClose} />
      )}
      {used.has('seenBy') && <SeenByDialog message={opened.kind === 'seenBy' ? opened.message : null} {...rest} />}
      {used.has('forward') && <ForwardDialog messages={opened.kind === 'forward' ? opened.messages : null} {...rest} />}
      {used.has('day') && (
        <DayDialog chatId={chatId} request={opened.kind === 'day' ? opened.request : null} onClose={onClose} />
      )}
    </Suspense>
  );
}

function actionsOf(open: (opened: Opened) => void, keepMenuOpener: (opener: Element | null) => void): MessageActions {
  return {
    onOpenImage: (image) => open({ kind: 'image', image }),
    onShowFull: (full) => open({ kind: 'full', full }),
    onShowVersions: (edited) => open({ kind: 'versions', edited }),
    onShowSeenBy: (message, opener) => {
      keepMenuOpener(opener);
      open({ kind: 'seenBy', message });
    },
    onRequestDelete: (message) => open({ kind: 'deletion', message }),
    onRequestForward: (messages) => open({ kind: 'forward', messages }),
    onRequestReaction: (request) => open({ kind: 'reaction', request }),
    onPickDay: (request) => open({ kind: 'day', request }),
    onOpenMenu: ({ message, outgoing }, request) => {
      // An outgoing message has its own buttons, and cannot be deleted before the server has it.
      const hasMenu = outgoing === null && hasMessageMenu(message, request);
      if (!hasMenu) return false;
      keepMenuOpener(request.opener);
      open({ kind: 'menu', message, request });
      return true;
    },
  };
}
