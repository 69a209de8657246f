import { limits } from '@chat-app/contract';
import { Smile } from 'lucide-react';
import { Popover } from 'radix-ui';
import { lazy, Suspense, useState } from 'react';
import type { RefObject } from 'react';
import { insertText } from '../../browser/text-field.ts';
import { isRoomyWithMouse } from '../../browser/screen.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useCloseOnBack } from '../../ui/use-close-on-back.ts';

const loadPicker = () => import('./emoji-picker.tsx');
const EmojiPicker = lazy(async () => ({ default: (await loadPicker()).EmojiPicker }));

interface EmojiButtonProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>;
}

/** Opens the emoji picker and inserts the picked emoji at the caret. */
export function EmojiButton({ fieldRef }: EmojiButtonProps) {
  const [isOpen, setOpen] = useState(false);
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
          onPointerEnter={() => void loadPicker()}
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
        <Suspense fallback={<PickerPlaceholder />}>
          <EmojiPicker onPick={(emoji) => fieldRef.current && insertText(fieldRef.current, emoji)} />
        </Suspense>
      </Popover.Content>
    </Popover.Root>
  );
}

function PickerPlaceholder() {
  const side = limits.emojiPickerSizePx;
  return (
    <output style={{ width: side, height: side }} className="flex items-center justify-center">
      <Spinner className="size-6 animate-appear-late text-accent" />
      <span className="sr-only">Loading emoji</span>
    </output>
  );
}
