import type { ChatId, Message } from '@chat-app/contract';
import { messageToasts, withMentionNames } from '@chat-app/contract';
import { Copy, Forward, Trash2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { useDeleteMessages } from '../../api/delete-message.ts';
import { canForward } from '../../api/forward-messages.ts';
import type { MessageLog } from '../../api/message-log.ts';
import { canCopy, copyText } from '../../browser/clipboard.ts';
import { useEscape } from '../../browser/use-escape.ts';
import { endSelection, useSelectedIds } from '../../state/message-selection.ts';
import { showToast } from '../../state/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useCloseOnBack } from '../../ui/use-close-on-back.ts';
import type { MessageActions } from './message-actions.ts';
import { pinnedBarPx } from './pinned-bar.tsx';

interface SelectionBarProps extends Pick<MessageActions, 'onRequestForward'> {
  chatId: ChatId;
  log: MessageLog;
  scroller: RefObject<HTMLElement | null>;
}

/** What can be done with the selected messages, in place of the bar of pinned ones. */
export function SelectionBar({ chatId, log, scroller, onRequestForward }: SelectionBarProps) {
  const ids = useSelectedIds(chatId);
  const isSelecting = ids !== null;
  const [isConfirming, setConfirming] = useState(false);
  const deletion = useDeleteMessages();
  const cancel = () => {
    endSelection();
    scroller.current?.focus({ preventScroll: true });
  };
  useEscape(isSelecting, cancel);
  useCloseOnBack(isSelecting, cancel);
  useEffect(() => endSelection, []);
  if (!isSelecting) return null;
  // Of the log, in its order: those that were deleted meanwhile are no longer selected.
  const selected = log.messages.filter(({ _id }) => ids.has(_id));
  const forwardable = selected.filter(canForward);
  const copyable = canCopy() ? selected.filter(isText) : [];
  const own = selected.filter(({ sender }) => sender?.isMine);
  const copy = async () => {
    if (!(await copyText(copyable.map(({ content, mentions }) => withMentionNames(content, mentions)).join('\n'))))
      return;
    showToast(messageToasts.copied);
    cancel();
  };
  return (
    <div
      role="toolbar"
      aria-label="Selected messages"
      style={{ height: pinnedBarPx }}
      className="absolute inset-x-0 top-0 z-raised flex items-center gap-1 border-b border-line bg-surface pr-2.5 pl-5"
    >
      <output className="min-w-0 flex-1 truncate text-14 font-medium tabular-nums">{selected.length} selected</output>
      <IconButton
        label="Forward"
        icon={<Forward aria-hidden="true" />}
        disabled={forwardable.length === 0}
        onClick={() => onRequestForward(forwardable)}
      />
      <IconButton
        label="Copy"
        icon={<Copy aria-hidden="true" />}
        disabled={copyable.length === 0}
        onClick={() => void copy()}
      />
      <IconButton
        label="Delete your own"
        icon={<Trash2 aria-hidden="true" />}
        tone="danger"
        disabled={own.length === 0}
        onClick={() => setConfirming(true)}
      />
      <IconButton label="Cancel" icon={<X aria-hidden="true" />} onClick={cancel} />
      <ConfirmDialog
        question={own.length === 1 ? 'Delete this message?' : `Delete ${own.length} messages?`}
        details={
          own.length < selected.length
            ? 'Only your own are removed, for everybody in this chat. This cannot be undone.'
            : 'They are removed for everybody in this chat. This cannot be undone.'
        }
        confirmLabel="Delete"
        isOpen={isConfirming}
        isBusy={deletion.isPending}
        onConfirm={() => deletion.mutate(own, { onSuccess: endSelection, onSettled: () => setConfirming(false) })}
        onCancel={() => setConfirming(false)}
        returnFocusTo={scroller}
      />
    </div>
  );
}

const isText = ({ type }: Message) => type === 'text' || type === 'emoji';
