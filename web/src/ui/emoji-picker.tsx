import Picker from 'emoji-picker-react';
import { useEffect, useRef } from 'react';
import type { CSSProperties } from 'react';

export interface EmojiPickerProps {
  sizePx: number;
  isDark: boolean;
  /** For the styles that the package adds to the page. */
  nonce: string | undefined;
  onPick: (emoji: string) => void;
}

/** Maps the picker's colours and font to the theme. */
const themeVariables = {
  '--epr-font-family': 'var(--font-sans)',
  '--epr-bg-color': 'var(--raised)',
  '--epr-category-label-bg-color': 'var(--raised)',
  '--epr-text-color': 'var(--muted)',
  '--epr-hover-bg-color': 'var(--hover)',
  '--epr-focus-bg-color': 'var(--accent-soft)',
  '--epr-highlight-color': 'var(--accent)',
  '--epr-category-icon-active-color': 'var(--accent)',
  '--epr-category-icon-inactive-color': 'var(--muted)',
  '--epr-category-label-height': '32px',
  '--epr-header-padding': '8px 10px',
  '--epr-picker-border-color': 'transparent',
  '--epr-picker-border-radius': '12px',
} as CSSProperties;

/** Loaded as a separate chunk, because it is as large as the rest of the app. */
export function EmojiPicker({ sizePx, isDark, nonce, onPick }: EmojiPickerProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (frame.current) correctRoles(frame.current);
  }, []);
  return (
    <div ref={frame}>
      <Picker
        width={sizePx}
        height={sizePx}
        emojiStyle="native"
        suggestedEmojisMode="recent"
        skinTonesDisabled
        searchDisabled
        previewConfig={{ showPreview: false }}
        colorScheme={isDark ? 'dark' : 'light'}
        style={themeVariables}
        {...(nonce !== undefined && { nonce })}
        onEmojiClick={({ emoji }) => onPick(emoji)}
      />
    </div>
  );
}

/**
 * The package renders a grid as `ul` and `li` with roles that HTML does not allow for them. The element around the
 * list becomes the grid instead. React keeps these attributes, because it only compares with the values it set itself.
 */
function correctRoles(picker: Element): void {
  picker.querySelector('[data-epr-part="viewport"]')?.setAttribute('role', 'grid');
  picker.querySelector('[data-epr-part="list"]')?.setAttribute('role', 'none');
  for (const category of picker.querySelectorAll('[data-epr-part="category"]')) {
    category.setAttribute('role', 'none');
    // An element without a role must not have a label.
    category.removeAttribute('aria-label');
  }
}
