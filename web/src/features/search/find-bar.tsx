import type { ChatId } from '@chat-app/contract';
import { limits } from '@chat-app/contract';
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { isPressed } from '../../browser/shortcuts.ts';
import { useEscape } from '../../browser/use-escape.ts';
import { focusComposer } from '../../state/composer-focus.ts';
import { closeFind } from '../../state/find-in-chat.ts';
import { useIsSelecting } from '../../state/message-selection.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useCloseOnBack } from '../../ui/use-close-on-back.ts';
import { FindStatus } from './find-status.tsx';
import { useMatches } from './use-matches.ts';

interface FindBarProps {
  chatId: ChatId;
  /** Increases each time the bar is asked for. */
  openCount: number;
  /** Contains the list of messages, below the bar. */
  list: RefObject<HTMLElement | null>;
}

/** Searches in the open chat, and steps from match to match, the newest one first. */
export function FindBar({ chatId, openCount, list }: FindBarProps) {
  const [text, setText] = useState('');
  const matches = useMatches(chatId, text);
  const bar = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each request selects the text
  }, [openCount]);
  useMessagesStay(bar, list);
  const close = () => {
    closeFind();
    focusComposer();
  };
  // A panel over the chat, or the selection of messages, ends first.
  useEscape(!useIsSelecting(chatId), close, () => !bar.current?.closest('[inert]'));
  useCloseOnBack(true, close);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (isPressed(event.nativeEvent, 'nextMatch')) matches.step(1);
    else if (isPressed(event.nativeEvent, 'previousMatch')) matches.step(-1);
    else return;
    event.preventDefault();
  };
  return (
    <form
      ref={bar}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not all supported browsers know the element `search`
      role="search"
      aria-label="Search in chat"
      onSubmit={(event) => event.preventDefault()}
      className="flex shrink-0 items-center gap-1 border-b border-line bg-surface p-2.5 max-roomy:flex-wrap roomy:py-2 roomy:pl-5"
    >
      <div className="relative min-w-0 flex-1">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
        />
        <input
          ref={field}
          type="text"
          aria-label="Search in this chat"
          placeholder="Search in this chat"
          value={text}
          maxLength={limits.searchMaxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={handleKeyDown}
          className={fieldClasses}
        />
      </div>
      <FindStatus matches={matches} />
      <StepButton
        label="Next match, an older one"
        icon={<ChevronUp aria-hidden="true" />}
        isAtEnd={!matches.hasOlder}
        onStep={() => matches.step(1)}
      />
      <StepButton
        label="Previous match, a newer one"
        icon={<ChevronDown aria-hidden="true" />}
        isAtEnd={!matches.hasNewer}
        onStep={() => matches.step(-1)}
      />
      <IconButton label="Close search" icon={<X aria-hidden="true" />} onClick={close} />
    </form>
  );
}

const fieldClasses = classNames(
  'min-h-11 w-full rounded-control pr-3 pl-9.5 text-[16px] text-ellipsis roomy:min-h-9 roomy:text-14',
  'border border-transparent bg-hover transition-colors placeholder:text-muted hover:border-line',
  'focus-visible:border-accent focus-visible:bg-surface focus-visible:outline-offset-0',
);

interface StepButtonProps {
  label: string;
  icon: ReactNode;
  isAtEnd: boolean;
  onStep: () => void;
}

/** Not disabled at the last match, because it would lose the focus. */
function StepButton({ label, icon, isAtEnd, onStep }: StepButtonProps) {
  return (
    <IconButton
      label={label}
      icon={icon}
      aria-disabled={isAtEnd}
      // The field keeps the focus, and phones their keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onStep}
    />
  );
}

/** The bar takes its height from the list at the top, and the messages stay where they are on the screen. */
function useMessagesStay(bar: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const scroller = list.current?.querySelector('[aria-label=Messages]');
    const heightPx = bar.current?.offsetHeight ?? 0;
    scroller?.scrollBy({ top: heightPx, behavior: 'instant' });
    return () => scroller?.scrollBy({ top: -heightPx, behavior: 'instant' });
  }, [bar, list]);
}
