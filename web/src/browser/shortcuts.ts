interface Shortcut {
  readonly group: 'Everywhere' | 'Chats' | 'In a chat' | 'In a call';
  /** The description in the list of shortcuts. */
  readonly does: string;
  /** Alternative key combinations for Windows and Linux; see `localKeys` for Macs. */
  readonly presses: readonly string[];
}

/**
 * All shortcuts, for both the visible list and the handlers. Letters use Alt, because browsers use most of Ctrl and
 * screen readers use single letters. Alt with D, E, F, S, V, B, T and H opens browser menus.
 */
export const shortcuts = {
  showShortcuts: { group: 'Everywhere', does: 'Show this list', presses: ['?', 'Ctrl+/'] },
  search: { group: 'Everywhere', does: 'Search', presses: ['Ctrl+K'] },
  close: { group: 'Everywhere', does: 'Close what is open', presses: ['Escape'] },
  newChat: { group: 'Chats', does: 'New chat', presses: ['Alt+N'] },
  friends: { group: 'Chats', does: 'Friends', presses: ['Alt+P'] },
  previousChat: { group: 'Chats', does: 'Previous chat', presses: ['Alt+ArrowUp'] },
  nextChat: { group: 'Chats', does: 'Next chat', presses: ['Alt+ArrowDown'] },
  previousUnread: { group: 'Chats', does: 'Previous unread chat', presses: ['Alt+Shift+ArrowUp'] },
  nextUnread: { group: 'Chats', does: 'Next unread chat', presses: ['Alt+Shift+ArrowDown'] },
  moveInList: { group: 'Chats', does: 'Move through the list', presses: ['ArrowUp', 'ArrowDown', 'Home', 'End'] },
  movePin: { group: 'Chats', does: 'Move a pinned chat', presses: ['Ctrl+Shift+ArrowUp', 'Ctrl+Shift+ArrowDown'] },
  openRow: { group: 'Chats', does: 'Open the chat', presses: ['Enter'] },
  findInChat: { group: 'In a chat', does: 'Search in this chat', presses: ['Ctrl+F'] },
  nextMatch: { group: 'In a chat', does: 'Next match of the search, an older one', presses: ['Enter', 'F3'] },
  previousMatch: { group: 'In a chat', does: 'Previous match of the search', presses: ['Shift+Enter', 'Shift+F3'] },
  writeMessage: { group: 'In a chat', does: 'Write a message', presses: ['Alt+M'] },
  send: { group: 'In a chat', does: 'Send', presses: ['Enter', 'Ctrl+Enter'] },
  editLast: { group: 'In a chat', does: 'Edit your last message, in the empty field', presses: ['ArrowUp'] },
  newLine: { group: 'In a chat', does: 'New line', presses: ['Shift+Enter'] },
  readMessages: { group: 'In a chat', does: 'Read the messages', presses: ['Alt+R'] },
  moveInMessages: {
    group: 'In a chat',
    does: 'Move through the messages',
    presses: ['ArrowUp', 'ArrowDown', 'Home', 'End'],
  },
  openMessageMenu: { group: 'In a chat', does: 'Menu of the message', presses: ['Enter'] },
  backToField: { group: 'In a chat', does: 'Back to the message field', presses: ['Escape'] },
  bold: { group: 'In a chat', does: 'Bold', presses: ['Ctrl+B'] },
  italic: { group: 'In a chat', does: 'Italic', presses: ['Ctrl+I'] },
  strike: { group: 'In a chat', does: 'Strikethrough', presses: ['Ctrl+Shift+X'] },
  code: { group: 'In a chat', does: 'Code', presses: ['Ctrl+E'] },
  jumpToLatest: { group: 'In a chat', does: 'Jump to latest', presses: ['Alt+L'] },
  chatInfo: { group: 'In a chat', does: 'Chat info', presses: ['Alt+I'] },
  voiceCall: { group: 'In a chat', does: 'Voice call', presses: ['Alt+C'] },
  talk: { group: 'In a call', does: 'Talk while it is held, if muted', presses: ['Space'] },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof shortcuts;

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export function isPressed(event: KeyPress, id: ShortcutId): boolean {
  return shortcuts[id].presses.some((press) => isPress(event, localKeys(press)));
}

/** Whether the key of the shortcut was released, regardless of modifiers. */
export function isReleased(event: KeyPress, id: ShortcutId): boolean {
  return shortcuts[id].presses.some((press) => localKeys(press).at(-1) === keyOf(event));
}

/** The labels of the keys, for each combination. */
export function keyNames(id: ShortcutId): readonly (readonly string[])[] {
  const names = isMac() ? macNames : plainNames;
  return shortcuts[id].presses.map((press) => localKeys(press).map((key) => names[key] ?? key));
}

const modifiers = { Ctrl: 'ctrlKey', Meta: 'metaKey', Alt: 'altKey', Shift: 'shiftKey' } as const;

const plainNames: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };
const macNames: Record<string, string> = { ...plainNames, Ctrl: '⌃', Meta: '⌘', Alt: '⌥', Shift: '⇧' };

/** The modifiers, then the key. On a Mac, ⌘ replaces Ctrl, and ⌥ with a letter would type a character. */
function localKeys(press: string): readonly string[] {
  const keys = press.split('+');
  if (!isMac()) return keys;
  if (/^Alt\+[A-Z]$/.test(press)) return ['Ctrl', 'Shift', ...keys.slice(1)];
  return keys.map((key) => (key === 'Ctrl' ? 'Meta' : key));
}

function isPress(event: KeyPress, keys: readonly string[]): boolean {
  const key = keys.at(-1) ?? '';
  if (keyOf(event) !== key) return false;
  return Object.entries(modifiers).every(
    // Whether a character needs Shift depends on the keyboard layout.
    ([name, property]) => event[property] === keys.includes(name) || (name === 'Shift' && isSign(key)),
  );
}

const isSign = (key: string) => /^[^A-Z]$/.test(key);

function keyOf({ key, code }: KeyPress): string {
  if (key === ' ') return 'Space';
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  // For letters of other alphabets, use the Latin letter of the same key.
  const isOtherLetter = key.length === 1 && key > '~';
  return isOtherLetter && letter !== undefined ? letter : key.length === 1 ? key.toUpperCase() : key;
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
