import { Reply } from 'lucide-react';
import { use, useState } from 'react';
import type { PointerEvent, ReactNode } from 'react';
import { beginReply } from '../../state/replies.ts';
import { classNames } from '../../ui/class-names.ts';
import { CanReplyContext } from './can-reply.ts';
import type { MessageRow } from './layout-messages.ts';
import type { MessageActions } from './message-actions.ts';
import { HighlightContext } from './use-jump.ts';
import { useMessageMenu } from './use-message-menu.ts';
import { useSwipe } from './use-swipe.ts';

interface MessageGesturesProps extends Pick<MessageActions, 'onOpenMenu'> {
  row: MessageRow;
  isMine: boolean;
  children: ReactNode;
}

/** A message that is older on its first render was not just written here. */
const freshMs = 1_500;

/** A long press or right click on the content opens the menu; a swipe to the left replies. */
export function MessageGestures({ row, isMine, onOpenMenu, children }: MessageGesturesProps) {
  const { message, outgoing } = row;
  const [isFresh] = useState(() => outgoing !== null && Date.now() - Date.parse(message.createdAt) < freshMs);
  const isHighlighted = use(HighlightContext) === message._id;
  const canReply = use(CanReplyContext) && outgoing === null;
  const swipe = useSwipe(() => canReply && beginReply(message));
  const press = useMessageMenu((opening) => {
    swipe.handlers.onPointerCancel();
    return onOpenMenu(row, opening);
  });
  const inBoth = (name: keyof typeof swipe.handlers) => (event: PointerEvent) => {
    press[name](event);
    swipe.handlers[name](event);
  };
  return (
    <div
      onPointerDown={inBoth('onPointerDown')}
      onPointerMove={inBoth('onPointerMove')}
      onPointerUp={inBoth('onPointerUp')}
      onPointerCancel={inBoth('onPointerCancel')}
      onContextMenu={press.onContextMenu}
      style={swipe.offsetPx === 0 ? undefined : { transform: `translateX(${swipe.offsetPx}px)` }}
      className={classNames(
        'relative flex max-w-full min-w-0 touch-pan-y touch-pinch-zoom flex-col [-webkit-touch-callout:none] pointer-coarse:select-none',
        isMine ? 'items-end' : 'items-start',
        isFresh && 'origin-bottom-right animate-bubble-in',
        isHighlighted && 'rounded-bubble outline-2 outline-offset-2 outline-accent',
      )}
    >
      {swipe.isFar && canReply && (
        <Reply aria-hidden="true" className="absolute top-1/2 -right-10 size-5 -translate-y-1/2 text-accent" />
      )}
      {children}
    </div>
  );
}
