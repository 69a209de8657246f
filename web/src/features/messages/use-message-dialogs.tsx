import type { Message } from '@chat-app/contract';
import { Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useDeleteMessage } from '../../api/delete-message.ts';
import type { Point } from '../../lib/use-long-press.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Lightbox } from '../../ui/lightbox.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { PointMenu } from '../../ui/point-menu.tsx';
import type { MessageActions, ShownImage } from './message-actions.ts';

type Opened =
  | { kind: 'nothing' }
  | { kind: 'image'; image: ShownImage }
  | { kind: 'menu'; message: Message; point: Point }
  | { kind: 'deletion'; message: Message };

/** What opens over the messages. It belongs to the list: the row it came from may go while it is open. */
export function useMessageDialogs(list: RefObject<HTMLElement | null>): {
  actions: MessageActions;
  dialogs: ReactNode;
} {
  const [opened, setOpened] = useState<Opened>({ kind: 'nothing' });
  const [actions] = useState(() => actionsOf(setOpened));
  const deletion = useDeleteMessage();
  const close = () => setOpened({ kind: 'nothing' });
  const confirmDeletion = (message: Message) =>
    deletion.mutate(message, {
      // Something else may have been opened meanwhile.
      onSettled: () =>
        setOpened((now) => (now.kind === 'deletion' && now.message._id === message._id ? { kind: 'nothing' } : now)),
    });

  const dialogs = (
    <>
      <Lightbox image={opened.kind === 'image' ? opened.image : null} onClose={close} returnFocusTo={list} />
      <PointMenu label="Message" point={opened.kind === 'menu' ? opened.point : null} onClose={close}>
        {opened.kind === 'menu' && <MenuEntries message={opened.message} onAskDelete={actions.onAskDelete} />}
      </PointMenu>
      <ConfirmDialog
        question="Delete this message?"
        details="It is removed for everybody in this chat. This cannot be undone."
        confirmLabel="Delete"
        isOpen={opened.kind === 'deletion'}
        isBusy={deletion.isPending}
        onConfirm={() => opened.kind === 'deletion' && confirmDeletion(opened.message)}
        onCancel={close}
        // The button that asked goes with its message.
        returnFocusTo={list}
      />
    </>
  );
  return { actions, dialogs };
}

function actionsOf(open: (opened: Opened) => void): MessageActions {
  return {
    onOpenImage: (image) => open({ kind: 'image', image }),
    onAskDelete: (message) => open({ kind: 'deletion', message }),
    onHold: ({ message, outgoing }, point) => {
      const hasEntries = message.sender?.isMine || isText(message);
      // What is on its way has its own buttons, and cannot be deleted before it is there.
      if (outgoing === null && hasEntries) open({ kind: 'menu', message, point });
    },
  };
}

function MenuEntries({ message, onAskDelete }: { message: Message; onAskDelete: (message: Message) => void }) {
  return (
    <>
      {isText(message) && (
        <MenuItem icon={<Copy aria-hidden="true" />} onSelect={() => void copy(message.content)}>
          Copy text
        </MenuItem>
      )}
      {message.sender?.isMine && (
        <MenuItem icon={<Trash2 aria-hidden="true" />} onSelect={() => onAskDelete(message)}>
          Delete
        </MenuItem>
      )}
    </>
  );
}

const isText = ({ type }: Message) => type === 'text' || type === 'emoji';

async function copy(text: string): Promise<void> {
  // A page over plain http from another machine has no clipboard.
  await (navigator.clipboard as Clipboard | undefined)?.writeText(text);
}
