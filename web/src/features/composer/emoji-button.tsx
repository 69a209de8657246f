import { limits } from '@chat-app/contract';
import { Smile } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import type { RefObject } from 'react';
import { insertText } from '../../browser/text-field.ts';
import { isRoomyWithMouse } from '../../browser/screen.ts';
import { styleNonce } from '../../browser/page-setup.ts';
import { useIsDark } from '../../state/theme.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyEmojiPicker, loadEmojiPicker } from '../../ui/lazy-emoji-picker.tsx';
import { useCloseOnBack } from '../../ui/use-close-on-back.ts';

interface EmojiButtonProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>;
}

/** Opens the emoji picker and inserts the picked emoji at the caret. */
export function EmojiButton({ fieldRef }: EmojiButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isDark = useIsDark();
  const changeOpen = (isNowOpen: boolean) => {
    setOpen(isNowOpen);
    // Without this, each emoji would open the on-screen keyboard over the picker.
    if (fieldRef.current && !isRoomyWithMouse()) fieldRef.current.inputMode = isNowOpen ? 'none' : '';
  };
  useCloseOnBack(isOpen, () => changeOpen(false));
  const isInField = ({ target }: { target: EventTarget | null }) => target === fieldRef.current;
  return (
    <Popover.Root open={isOpen} onOpenChange={changeOpen}>
      <Popover.Trigger asChild>
        <IconButton
          label="Emoji"
          icon={<Smile aria-hidden="true" />}
          tone={isOpen ? 'active' : 'quiet'}
          onPointerEnter={() => void loadEmojiPicker()}
        />
      </Popover.Trigger>
      {/* Rendered in place without a portal, so that the picker stays inside its landmark. */}
      <Popover.Content
        aria-label="Emoji"
        side="top"
        align="end"
        sideOffset={10}
        collisionPadding={8}
        onInteractOutside={(event) => {
          // Picking moves the focus to the field; the picker stays open while the user types.
          if (isInField(event)) event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          fieldRef.current?.focus();
        }}
        className="z-popover animate-rise overflow-hidden rounded-card bg-raised shadow-raised focus-visible:outline-none data-[state=closed]:animate-sink"
      >
        <LazyEmojiPicker
          sizePx={limits.emojiPickerSizePx}
          isDark={isDark}
          nonce={styleNonce()}
          onPick={(emoji) => fieldRef.current && insertText(fieldRef.current, emoji)}
        />
      </Popover.Content>
    </Popover.Root>
  );
}
