import { limits } from '@chat-app/contract';
import { useEffect, useLayoutEffect } from 'react';
import type { ClipboardEvent, CSSProperties, KeyboardEvent, RefObject } from 'react';
import { inNextFrame } from '../../browser/page.ts';
import { isRoomyWithMouse } from '../../browser/screen.ts';
import { isPressed } from '../../browser/shortcuts.ts';
import { classNames } from '../../ui/class-names.ts';
import { applyFormat } from './format-toolbar.tsx';
import { MentionHighlights } from './mention-highlights.tsx';
import type { MentionOption } from './mention-text.ts';

interface MessageFieldProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  value: string;
  isInvalid: boolean;
  describedBy: string;
  onChange: (text: string) => void;
  onSend: () => void;
  onEscape?: (() => void) | undefined;
  /** Runs for the first arrow up in the empty field. Returns false if it did nothing. */
  onArrowUp: () => boolean;
  onPasteFiles: (files: readonly File[]) => void;
  mentions: MentionSuggesting;
}

/** What the field needs to suggest members for a mention, and to mark the mentions in its text. */
interface MentionSuggesting {
  options: readonly MentionOption[];
  /** The id of the list; null while there is none. */
  listId: string | null;
  activeOptionId: string | undefined;
  /** Returns whether the key was for the list. */
  onKeyDown: (event: KeyboardEvent) => boolean;
  onSelect: (field: HTMLTextAreaElement) => void;
  onBlur: () => void;
}

const formatsByKey = ['bold', 'italic', 'strike', 'code'] as const;
const textClasses = 'wrap-anywhere px-2 py-2.5 text-[16px] leading-[1.5] roomy:py-[7px] roomy:text-15';
const maxLines = { '--max-lines': limits.composerMaxLines } as CSSProperties;

/** Grows with its text. Enter sends, Shift+Enter inserts a line break. */
export function MessageField(props: MessageFieldProps) {
  const { fieldRef, value, isInvalid, describedBy, onChange, onSend, onEscape, onArrowUp, onPasteFiles, mentions } =
    props;
  useAutoGrow(fieldRef);
  useInitialFocus(fieldRef);

  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // A popup above the field has used the key.
    if (event.defaultPrevented || isComposing(event) || mentions.onKeyDown(event)) return;
    const format = formatsByKey.find((id) => isPressed(event, id));
    if (format) {
      event.preventDefault();
      applyFormat(event.currentTarget, format);
      return;
    }
    if (isPressed(event, 'send')) {
      event.preventDefault();
      onSend();
    } else if (isPressed(event, 'editLast') && value === '') {
      if (onArrowUp()) event.preventDefault();
    } else if (isPressed(event, 'close') && onEscape) {
      event.preventDefault();
      onEscape();
    }
  };
  const handlePaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const files = [...event.clipboardData.files];
    // Office programs copy text together with an image of it. Paste the text then.
    if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return;
    event.preventDefault();
    onPasteFiles(files);
  };

  return (
    <div className="relative flex min-w-0 flex-1">
      <MentionHighlights fieldRef={fieldRef} text={value} options={mentions.options} className={textClasses} />
      <textarea
        ref={fieldRef}
        aria-label="Message"
        placeholder="Write a message"
        rows={1}
        dir="auto"
        enterKeyHint="send"
        value={value}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={mentions.listId ?? undefined}
        aria-activedescendant={mentions.activeOptionId}
        onChange={({ target }) => {
          onChange(target.value);
          mentions.onSelect(target);
        }}
        onSelect={({ currentTarget }) => mentions.onSelect(currentTarget)}
        onBlur={mentions.onBlur}
        onKeyDown={handleKeyDown}
        onPaste={handlePaste}
        style={maxLines}
        className={classNames(
          textClasses,
          'relative min-w-0 flex-1 field-sizing-content resize-none bg-transparent placeholder:text-muted focus-visible:outline-none',
          'max-h-[calc(var(--max-lines)*1lh+20px)] min-h-11',
          'roomy:max-h-[calc(var(--max-lines)*1lh+14px)] roomy:min-h-9',
        )}
      />
    </div>
  );
}

/** Moves the focus and the caret to the end of another text that is shown to be edited; null stands for the draft. */
export function useCaretAtEnd(fieldRef: RefObject<HTMLTextAreaElement | null>, textId: string | null): void {
  useEffect(() => {
    const field = fieldRef.current;
    if (!field || textId === null) return undefined;
    // A menu that closes returns the focus to where it was.
    return inNextFrame(() => {
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    });
  }, [fieldRef, textId]);
}

/** During IME composition Enter confirms a character. Safari reports that only by the legacy key code. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}

/** With CSS support there is no need to measure, which would force a layout of the page on every key press. */
const hasFieldSizing = CSS.supports('field-sizing', 'content');

/** Measures after every render, because a draft or an emoji can change the text without a key press. */
function useAutoGrow(fieldRef: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const field = fieldRef.current;
    if (!field || hasFieldSizing) return;
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight}px`;
    field.style.overflowY = field.scrollHeight > field.clientHeight ? 'auto' : 'hidden';
  });
}

/** Focuses the field on desktops only; on a phone the on-screen keyboard would cover the messages. */
function useInitialFocus(fieldRef: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const field = fieldRef.current;
    if (!field || !isRoomyWithMouse()) return undefined;
    return inNextFrame(() => {
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    });
  }, [fieldRef]);
}
