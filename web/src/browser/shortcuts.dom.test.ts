import { expect, test, vi } from 'vitest';
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

test('[UI-52] keys trigger only the shortcut that they stand for', () => {
  const rows: [string, KeyboardEventInit, ShortcutId[]][] = [
    ['?', shift, ['showShortcuts']],
    ['/', ctrl, ['showShortcuts']],
    // On keyboards where this character needs Shift.
    ['/', { ...ctrl, ...shift }, ['showShortcuts']],
    ['Escape', {}, ['close']],
    ['k', ctrl, ['search']],
    // With Caps Lock on.
    ['K', ctrl, ['search']],
    // Letters of other alphabets count by the position of the Latin key.
    ['л', { ...ctrl, code: 'KeyK' }, ['search']],
    ['f', ctrl, ['findInChat']],
    ['n', alt, ['newChat']],
    ['ArrowDown', alt, ['nextChat']],
    ['ArrowDown', { ...alt, ...shift }, ['nextUnread']],
    ['ArrowDown', {}, ['moveInList']],
    ['Enter', ctrl, ['send']],
    ['Enter', shift, ['newLine']],
    [' ', {}, ['talk']],
    ['k', {}, []],
    ['k', meta, []],
    ['k', { ...ctrl, ...alt }, []],
    // AltGr, which types characters.
    ['n', { ...ctrl, ...alt }, []],
    ['n', {}, []],
    ['?', ctrl, []],
    ['Enter', alt, []],
  ];
  expect(rows.map(([key, held]) => [key, held, pressed(press(key, held))])).toEqual(rows);
});

test('[UI-52] on a Mac ⌘ replaces Ctrl, and ⌃⇧ replaces Alt with a letter', () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(macAgent);
  const rows: [string, KeyboardEventInit, ShortcutId[]][] = [
    ['k', meta, ['search']],
    ['k', ctrl, []],
    ['˜', { ...alt, code: 'KeyN' }, []],
    ['N', { ...ctrl, ...shift }, ['newChat']],
    ['ArrowUp', alt, ['previousChat']],
  ];
  expect(rows.map(([key, held]) => [key, held, pressed(press(key, held))])).toEqual(rows);
  const labels = (['search', 'newChat', 'nextChat'] as const).flatMap(keyNames);
  expect(labels).toEqual([
    ['⌘', 'K'],
    ['⌃', '⇧', 'N'],
    ['⌥', '↓'],
  ]);
});

test('[UI-52] the list shows the labels of the keys', () => {
  expect(keyNames('showShortcuts')).toEqual([['?'], ['Ctrl', '/']]);
  expect(keyNames('nextUnread')).toEqual([['Alt', 'Shift', '↓']]);
});

test('[CALL-24] releasing Space counts regardless of other held keys', () => {
  expect([isReleased(press(' ', ctrl), 'talk'), isReleased(press('Enter'), 'talk')]).toEqual([true, false]);
});

/** Keys that a browser handles before the page receives them. */
const foreign = ['Alt+D', 'Alt+E', 'Alt+F', 'Alt+S', 'Alt+V', 'Alt+B', 'Alt+T', 'Alt+H', 'Ctrl+N', 'Ctrl+T', 'Ctrl+W'];

test('[UI-52] no shortcut collides with a browser, only ? is a single character, and keys are shared only in other contexts', () => {
  const pressesOf = (id: ShortcutId): readonly string[] => shortcuts[id].presses;
  const presses = ids.flatMap(pressesOf);
  expect(presses.filter((keys) => foreign.includes(keys))).toEqual([]);
  expect(presses.filter((keys) => keys.length === 1)).toEqual(['?']);
  const isShared = (keys: string) => presses.filter((other) => other === keys).length > 1;
  const doubles = ids.filter((id) => pressesOf(id).some(isShared));
  // Two apply in the chat list, two in the search, three in the message field, the last three in the message list.
  const inField = ['send', 'editLast', 'newLine'];
  expect(doubles).toEqual(['close', 'moveInList', 'openRow', ...inFindBar, ...inField, ...inMessages]);
});
