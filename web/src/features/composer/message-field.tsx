import { limits } from '@chat-app/contract';
import { useEffect, useLayoutEffect } from 'react';
import type { ClipboardEvent, CSSProperties, KeyboardEvent, RefObject } from 'react';
import { inNextFrame } from '../../lib/in-next-frame.ts';
import { isRoomyWithMouse } from '../../lib/screen.ts';
import { isPressed } from '../../lib/shortcuts.ts';

interface MessageFieldProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  value: string;
  isInvalid: boolean;
  describedBy: string;
  onChange: (text: string) => void;
  onSend: () => void;
  onPasteFiles: (files: readonly File[]) => void;
}

const mostLines = { '--most-lines': limits.composerMaxLines } as CSSProperties;

/** Grows with what is written. Enter sends, Shift with Enter breaks the line. */
export function MessageField(props: MessageFieldProps) {
  const { fieldRef, value, isInvalid, describedBy, onChange, onSend, onPasteFiles } = props;
  useGrowing(fieldRef);
  useFocusOnArrival(fieldRef);

  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isPressed(event, 'send') || isComposing(event)) return;
    event.preventDefault();
    onSend();
  };
  const handlePaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const files = [...event.clipboardData.files];
    // Office programs put a picture of the text beside the text; then the text is meant.
    if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return;
    event.preventDefault();
    onPasteFiles(files);
  };

  return (
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
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={handleKeyDown}
      onPaste={handlePaste}
      style={mostLines}
      className="max-h-[calc(var(--most-lines)*1lh+20px)] min-h-11 min-w-0 flex-1 field-sizing-content resize-none bg-transparent px-2 py-2.5 text-[16px] leading-[1.5] wrap-anywhere placeholder:text-muted focus-visible:outline-none roomy:max-h-[calc(var(--most-lines)*1lh+14px)] roomy:min-h-9 roomy:py-[7px] roomy:text-15"
    />
  );
}

/** While a character is being composed Enter chooses it. Safari says so only by the old key code. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}

/** The style sheet says so already; measuring forces the whole screen to be laid out, at every key. */
const growsByItself = CSS.supports('field-sizing', 'content');

/** Measured after every drawing: a text may change without a key, by a draft or an emoji. */
function useGrowing(fieldRef: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const field = fieldRef.current;
    if (!field || growsByItself) return;
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight}px`;
    field.style.overflowY = field.scrollHeight > field.clientHeight ? 'auto' : 'hidden';
  });
}

/** Who opens a chat at a desk is about to write; on a phone the keyboard would cover what is to be read. */
function useFocusOnArrival(fieldRef: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const field = fieldRef.current;
    if (!field || !isRoomyWithMouse()) return undefined;
    return inNextFrame(() => {
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    });
  }, [fieldRef]);
}
