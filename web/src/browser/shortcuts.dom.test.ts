import { afterEach, expect, test, vi } from 'vitest';
import { isPressed, isReleased, keyNames, shortcuts } from './shortcuts.ts';
import type { ShortcutId } from './shortcuts.ts';

const ids = Object.keys(shortcuts) as ShortcutId[];
const macAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const press = (key: string, held: KeyboardEventInit = {}) => new KeyboardEvent('keydown', { key, ...held });
/** These are left out: they apply only while the message list or the search in the chat has the focus. */
const inMessages: readonly ShortcutId[] = ['moveInMessages', 'openMessageMenu', 'backToField'];
const inFindBar: readonly ShortcutId[] = ['nextMatch', 'previousMatch'];
const pressed = (event: KeyboardEvent) =>
  ids.filter((id) => isPressed(event, id) && ![...inMessages, ...inFindBar].includes(id));
const [ctrl, alt, shift, meta] = [{ ctrlKey: true }, { altKey: true }, { shiftKey: true }, { metaKey: true }];

afterEach(() => vi.restoreAllMocks());

test.each([
  ['?', shift, 'showShortcuts'],
  ['/', ctrl, 'showShortcuts'],
  // On keyboards where this character needs Shift.
  ['/', { ...ctrl, ...shift }, 'showShortcuts'],
  ['Escape', {}, 'close'],
  ['k', ctrl, 'search'],
  // With Caps Lock on.
  ['K', ctrl, 'search'],
  ['f', ctrl, 'findInChat'],
  ['n', alt, 'newChat'],
  ['ArrowDown', alt, 'nextChat'],
  ['ArrowDown', { ...alt, ...shift }, 'nextUnread'],
  ['ArrowDown', {}, 'moveInList'],
  ['Enter', ctrl, 'send'],
  ['Enter', shift, 'newLine'],
  [' ', {}, 'talk'],
] as const)('[UI-52] %s with %o triggers only %s', (key, held, id) => {
  expect(pressed(press(key, held))).toEqual([id]);
});

test.each([
  ['k', {}],
  ['k', meta],
  ['k', { ...ctrl, ...alt }],
  // AltGr, which types characters.
  ['n', { ...ctrl, ...alt }],
  ['n', {}],
  ['?', ctrl],
  ['Enter', alt],
] as const)('[UI-52] %s with %o triggers no shortcut', (key, held) => {
  expect(pressed(press(key, held))).toEqual([]);
});

test('[UI-52] letters of other alphabets count by the position of the Latin key', () => {
  expect(pressed(press('л', { ...ctrl, code: 'KeyK' }))).toEqual(['search']);
});

test('[UI-52] on a Mac ⌘ replaces Ctrl, and ⌃⇧ replaces Alt with a letter', () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(macAgent);
  expect(pressed(press('k', meta))).toEqual(['search']);
  expect(pressed(press('k', ctrl))).toEqual([]);
  expect(pressed(press('˜', { ...alt, code: 'KeyN' }))).toEqual([]);
  expect(pressed(press('N', { ...ctrl, ...shift }))).toEqual(['newChat']);
  expect(pressed(press('ArrowUp', alt))).toEqual(['previousChat']);
  expect([keyNames('search'), keyNames('newChat'), keyNames('nextChat')]).toEqual([
    [['⌘', 'K']],
    [['⌃', '⇧', 'N']],
    [['⌥', '↓']],
  ]);
});

test('[UI-52] the list shows the labels of the keys', () => {
  expect(keyNames('showShortcuts')).toEqual([['?'], ['Ctrl', '/']]);
  expect(keyNames('nextUnread')).toEqual([['Alt', 'Shift', '↓']]);
});

test('[CALL-24] releasing Space counts regardless of other held keys', () => {
  expect(isReleased(press(' ', ctrl), 'talk')).toBe(true);
  expect(isReleased(press('Enter'), 'talk')).toBe(false);
});

/** Keys that a browser handles before the page receives them. */
const foreign = ['Alt+D', 'Alt+E', 'Alt+F', 'Alt+S', 'Alt+V', 'Alt+B', 'Alt+T', 'Alt+H', 'Ctrl+N', 'Ctrl+T', 'Ctrl+W'];

test('[UI-52] no shortcut collides with a browser, and only ? is a single character', () => {
  const presses: string[] = ids.flatMap((id) => [...shortcuts[id].presses]);
  expect(presses.filter((keys) => foreign.includes(keys))).toEqual([]);
  expect(presses.filter((keys) => keys.length === 1)).toEqual(['?']);
});

test('[UI-52] shortcuts share keys only in different contexts', () => {
  const doubles = ids.filter((id) =>
    ids.some((other) => other !== id && shortcuts[other].presses.some((keys) => has(id, keys))),
  );
  // Two apply in the chat list, two in the search, three in the message field, the last three in the message list.
  const inField = ['send', 'editLast', 'newLine'];
  expect(doubles).toEqual(['close', 'moveInList', 'openRow', ...inFindBar, ...inField, ...inMessages]);
});

const has = (id: ShortcutId, keys: string) => shortcuts[id].presses.some((own: string) => own === keys);
