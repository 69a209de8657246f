import { limits } from '@chat-app/contract';
import Picker from 'emoji-picker-react';
import type { CSSProperties } from 'react';
import { styleNonce } from '../../lib/style-nonce.ts';
import { useIsDark } from '../../state/theme.ts';

interface EmojiPickerProps {
  onPick: (emoji: string) => void;
}

/** The picker's colours and type, in ours. */
const look = {
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

/** A chunk of its own: it is as large as everything else together. */
export function EmojiPicker({ onPick }: EmojiPickerProps) {
  const isDark = useIsDark();
  const nonce = styleNonce();
  return (
    <Picker
      width={limits.emojiPickerSizePx}
      height={limits.emojiPickerSizePx}
      emojiStyle="native"
      suggestedEmojisMode="recent"
      skinTonesDisabled
      searchDisabled
      previewConfig={{ showPreview: false }}
      colorScheme={isDark ? 'dark' : 'light'}
      style={look}
      {...(nonce !== undefined && { nonce })}
      onEmojiClick={({ emoji }) => onPick(emoji)}
    />
  );
}
