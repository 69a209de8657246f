import { Bold, Code, EyeOff, Italic, Strikethrough } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { isRoomyWithMouse } from '../../browser/screen.ts';
import { keyNames } from '../../browser/shortcuts.ts';
import { insertText } from '../../browser/text-field.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { toggleFormat } from './text-format.ts';
import type { TextFormat } from './text-format.ts';

const buttons: readonly { format: TextFormat; label: string; Icon: LucideIcon }[] = [
  { format: 'bold', label: 'Bold', Icon: Bold },
  { format: 'italic', label: 'Italic', Icon: Italic },
  { format: 'strike', label: 'Strikethrough', Icon: Strikethrough },
  { format: 'code', label: 'Code', Icon: Code },
  { format: 'spoiler', label: 'Spoiler', Icon: EyeOff },
];

interface FormatToolbarProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>;
}

/** Shown over the field while text is selected with a mouse. On phones the system's own menu appears there. */
export function FormatToolbar({ fieldRef }: FormatToolbarProps) {
  const hasSelection = useHasSelection(fieldRef);
  if (!hasSelection) return null;
  return (
    <div
      role="toolbar"
      aria-label="Format"
      className="absolute bottom-full left-2 z-popover mb-1 flex animate-rise gap-0.5 rounded-card bg-raised p-1 shadow-raised"
    >
      {buttons.map(({ format, label, Icon }) => (
        <IconButton
          key={format}
          label={labelOf(label, format)}
          icon={<Icon aria-hidden="true" />}
          // With the keyboard there are shortcuts, and the markers themselves.
          tabIndex={-1}
          // Otherwise the click would take the focus, and with it the selection.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => fieldRef.current && applyFormat(fieldRef.current, format)}
        />
      ))}
    </div>
  );
}

function labelOf(label: string, format: TextFormat): string {
  const [keys] = format === 'spoiler' ? [] : keyNames(format);
  return keys ? `${label} (${keys.join('+')})` : label;
}

export function applyFormat(field: HTMLTextAreaElement, format: TextFormat): void {
  const { value, selectionStart: start, selectionEnd: end } = field;
  const { replaced, text, selected } = toggleFormat(value, { start, end }, format);
  field.setSelectionRange(replaced.start, replaced.end);
  insertText(field, text);
  field.setSelectionRange(selected.start, selected.end);
}

function useHasSelection(fieldRef: RefObject<HTMLTextAreaElement | null>): boolean {
  const [hasSelection, setHasSelection] = useState(false);
  useEffect(() => {
    const update = () => {
      const field = fieldRef.current;
      const isSelected =
        field !== null && document.activeElement === field && field.selectionStart < field.selectionEnd;
      setHasSelection(isSelected && isRoomyWithMouse());
    };
    document.addEventListener('selectionchange', update);
    document.addEventListener('focusin', update);
    document.addEventListener('focusout', update);
    return () => {
      document.removeEventListener('selectionchange', update);
      document.removeEventListener('focusin', update);
      document.removeEventListener('focusout', update);
    };
  }, [fieldRef]);
  return hasSelection;
}
