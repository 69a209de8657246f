import { limits } from '@chat-app/contract';
import { Popover } from 'radix-ui';
import { useReact } from '../../api/reactions.ts';
import { styleNonce } from '../../browser/page-setup.ts';
import { useIsDark } from '../../state/theme.ts';
import { LazyEmojiPicker } from '../../ui/lazy-emoji-picker.tsx';
import { restoreFocus } from '../../ui/restore-focus.ts';
import { useCloseOnBack } from '../../ui/use-close-on-back.ts';
import type { ReactionRequest } from './message-actions.ts';
import { useLastShown } from '../../ui/use-last-shown.ts';

interface ReactionPickerProps {
  /** Null while the picker is closed. */
  request: ReactionRequest | null;
  onClose: () => void;
  returnFocusTo: HTMLElement | null;
}

/** All emoji, to react to a message with one of them, or to take it back. */
export function ReactionPicker({ request, onClose, returnFocusTo }: ReactionPickerProps) {
  const { mutate } = useReact();
  // Kept after the picker closes, because the focus returns to its opener then.
  const shown = useLastShown(request);
  const isDark = useIsDark();
  useCloseOnBack(request !== null, onClose);
  const react = (emoji: string) => {
    if (!request) return;
    const { message } = request;
    const isOwn = message.reactions?.some((reaction) => reaction.emoji === emoji && reaction.isMine) ?? false;
    mutate({ message, emoji, isOn: !isOwn });
    onClose();
  };
  return (
    <Popover.Root open={request !== null} onOpenChange={(isNowOpen) => !isNowOpen && onClose()}>
      <Popover.Anchor asChild>
        <span
          aria-hidden="true"
          className="pointer-events-none fixed size-0"
          style={{ left: request?.point.x ?? 0, top: request?.point.y ?? 0 }}
        />
      </Popover.Anchor>
      {/* Rendered in place without a portal, so that the picker stays inside its landmark. */}
      <Popover.Content
        aria-label="React"
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          restoreFocus(shown?.opener, returnFocusTo);
        }}
        className="z-popover animate-rise overflow-hidden rounded-card bg-raised shadow-raised focus-visible:outline-none"
      >
        <LazyEmojiPicker sizePx={limits.emojiPickerSizePx} isDark={isDark} nonce={styleNonce()} onPick={react} />
      </Popover.Content>
    </Popover.Root>
  );
}
