import { limits } from '@chat-app/contract';
import { Smile } from 'lucide-react';
import { Popover } from 'radix-ui';
import { lazy, Suspense, useState } from 'react';
import type { RefObject } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';

const loadPicker = () => import('./emoji-picker.tsx');
const EmojiPicker = lazy(async () => ({ default: (await loadPicker()).EmojiPicker }));

interface EmojiButtonProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  /** The whole text after an emoji was put in. */
  onInsert: (text: string) => void;
}

/** Opens the emoji picker; what is picked goes where the caret is. */
export function EmojiButton({ fieldRef, onInsert }: EmojiButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const insert = (emoji: string) => {
    const field = fieldRef.current;
    if (!field) return;
    field.setRangeText(emoji, field.selectionStart, field.selectionEnd, 'end');
    onInsert(field.value);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton
          label="Emoji"
          icon={<Smile aria-hidden="true" />}
          tone={isOpen ? 'active' : 'quiet'}
          onPointerEnter={() => void loadPicker()}
        />
      </Popover.Trigger>
      {/* In place rather than at the end of the page: the picker stays inside its landmark. */}
      <Popover.Content
        aria-label="Emoji"
        side="top"
        align="end"
        sideOffset={10}
        collisionPadding={8}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          fieldRef.current?.focus();
        }}
        className="z-30 animate-rise overflow-hidden rounded-card bg-raised shadow-raised focus-visible:outline-none data-[state=closed]:animate-sink"
      >
        <Suspense fallback={<PickerSpace />}>
          <EmojiPicker onPick={insert} />
        </Suspense>
      </Popover.Content>
    </Popover.Root>
  );
}

function PickerSpace() {
  const side = limits.emojiPickerSizePx;
  return (
    <output style={{ width: side, height: side }} className="flex items-center justify-center">
      <Spinner className="size-6 animate-appear-late text-accent" />
      <span className="sr-only">Loading emoji</span>
    </output>
  );
}
