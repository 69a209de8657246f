import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { bottomLeftOf } from '../../browser/screen.ts';
import { useShortcut } from '../../browser/use-shortcut.ts';
import { focusComposer } from '../../state/composer-focus.ts';
import { isFocusLost } from '../../ui/restore-focus.ts';
import type { ListRow } from './layout-messages.ts';
import type { MessageActions } from './message-actions.ts';

interface MessageKeysDeps extends Pick<MessageActions, 'onOpenMenu'> {
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<VirtualizerHandle | null>;
  rows: readonly ListRow[];
  /** False while messages are being selected: the keys move between checkboxes then. */
  isActive: boolean;
  /** The reader no longer follows the newest message. */
  leaveBottom: () => void;
}

/** Frames to wait for a row that is scrolled into view. */
const maxFrames = 60;
const steps: Partial<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * Moves the focus from message to message by arrow keys, Home and End, once the list or one of them has it. Enter opens
 * the menu of a message, Escape returns to the message field. Returns the index of the message with the focus, or -1:
 * its row must stay mounted.
 */
export function useMessageKeys(deps: MessageKeysDeps): number {
  const { scroller, list, rows, isActive, leaveBottom, onOpenMenu } = deps;
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const activeIndex = activeKey === null ? -1 : rows.findIndex(({ key }) => key === activeKey);

  const focusRow = (index: number) => {
    const view = scroller.current;
    const row = rows[index];
    if (!view || !row) return;
    if (!articleOf(view, row.key)) {
      leaveBottom();
      list.current?.scrollToIndex(index, { align: 'center' });
    }
    whenMounted(view, row.key, (article) => focusArticle(view, article));
  };
  const focusLastVisible = () => {
    const view = scroller.current;
    if (view) focusRow(nextIndex(rows, visibleKeys(view), 'ArrowUp') ?? -1);
  };
  useShortcut('readMessages', focusLastVisible, { isActive });
  const actionOf = ({ target, key }: KeyboardEvent, view: HTMLElement): (() => void) | null => {
    if (key === 'Escape') return focusComposer;
    // Buttons, fields and scrolling code in a message use these keys themselves.
    const article = target instanceof HTMLElement && target.tagName === 'ARTICLE' ? target : null;
    if (!article && target !== view) return null;
    const from = article ? rows.findIndex((row) => row.key === article.dataset['key']) : -1;
    const row = rows[from];
    if (key === 'Enter' && article && row?.kind === 'message') {
      const point = bottomLeftOf(bubbleOf(article));
      return () => onOpenMenu(row, { point, by: 'other', opener: article, href: null, selectedText: '' });
    }
    const next = nextIndex(rows, from === -1 ? visibleKeys(view) : from, key);
    return next === null ? null : () => focusRow(next);
  };
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const view = scroller.current;
    if (!view || !isActive || event.defaultPrevented || hasModifier(event)) return;
    const act = actionOf(event, view);
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const view = scroller.current;
    if (!view) return undefined;
    const follow = ({ target }: FocusEvent) => {
      setActiveKey((target instanceof Element && target.closest<HTMLElement>('article')?.dataset['key']) || null);
    };
    view.addEventListener('keydown', handleKeyDown);
    view.addEventListener('focusin', follow);
    return () => {
      view.removeEventListener('keydown', handleKeyDown);
      view.removeEventListener('focusin', follow);
    };
  }, [scroller]);
  // The message with the focus was deleted.
  const isGone = activeKey !== null && activeIndex === -1;
  useEffect(() => {
    if (isGone && isFocusLost()) scroller.current?.focus({ preventScroll: true });
  }, [isGone, scroller]);
  return activeIndex;
}

const hasModifier = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) => ctrlKey || metaKey || altKey || shiftKey;

/**
 * Where a key leads: -1 if there is nothing further, null if the key is another one. From the list itself, the arrows
 * lead to what is visible.
 */
function nextIndex(rows: readonly ListRow[], from: number | readonly string[], key: string): number | null {
  const isTarget = (row: ListRow) => row.kind === 'message' && row.sender !== null;
  if (key === 'Home') return rows.findIndex(isTarget);
  if (key === 'End') return rows.findLastIndex(isTarget);
  const step = steps[key];
  if (step === undefined) return null;
  if (typeof from !== 'number') {
    const visible = new Set(from);
    const isVisible = (row: ListRow) => visible.has(row.key);
    return step === -1 ? rows.findLastIndex(isVisible) : rows.findIndex(isVisible);
  }
  for (let index = from + step; index >= 0 && index < rows.length; index += step) {
    const row = rows[index];
    if (row && isTarget(row)) return index;
  }
  return -1;
}

const articles = (view: HTMLElement) => [...view.querySelectorAll<HTMLElement>('article')];

const articleOf = (view: HTMLElement, key: string) => articles(view).find(({ dataset }) => dataset['key'] === key);

function visibleKeys(view: HTMLElement): string[] {
  const { top, bottom } = view.getBoundingClientRect();
  return articles(view)
    .filter((article) => {
      const box = article.getBoundingClientRect();
      return box.bottom >= top && box.top <= bottom;
    })
    .map(({ dataset }) => dataset['key'] ?? '');
}

function whenMounted(view: HTMLElement, key: string, then: (article: HTMLElement) => void, frame = 0): void {
  const article = articleOf(view, key);
  if (article) then(article);
  else if (frame < maxFrames) requestAnimationFrame(() => whenMounted(view, key, then, frame + 1));
}

/**
 * Only the message with the focus can have it, so that a click on another one leaves the focus to the list. Its
 * description makes a screen reader read its text.
 */
function focusArticle(view: HTMLElement, article: HTMLElement): void {
  for (const other of view.querySelectorAll('article[tabindex]')) {
    if (other === article) continue;
    other.removeAttribute('tabindex');
    other.removeAttribute('aria-describedby');
  }
  const bubble = bubbleOf(article);
  bubble.id ||= `message-${article.dataset['key']}`;
  article.setAttribute('aria-describedby', bubble.id);
  article.tabIndex = -1;
  article.focus({ preventScroll: true });
  article.scrollIntoView({ block: 'nearest' });
}

const bubbleOf = (article: HTMLElement) => article.querySelector<HTMLElement>('[data-bubble]') ?? article;
