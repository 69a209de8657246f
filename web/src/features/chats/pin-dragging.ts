import type { ChatId } from '@chat-app/contract';
import type { Point } from '../../browser/use-long-press.ts';

interface PinDraggingDeps {
  onOrder: (chatIds: ChatId[]) => void;
  /** A finger has held a row and left it where it is. */
  onHold: (row: HTMLElement, point: Point) => void;
}

/** A pointer on a pinned row: it may still be a click or a scroll, holds the row, or moves it. */
interface Press {
  phase: 'pressed' | 'held' | 'moving';
  readonly row: HTMLElement;
  /** All pinned rows in their order. */
  readonly rows: readonly HTMLElement[];
  readonly index: number;
  readonly pointerId: number;
  readonly isFinger: boolean;
  readonly from: Point;
  readonly scrollTop: number;
  holdTimer: ReturnType<typeof setTimeout> | undefined;
  at: Point;
  to: number;
}

const holdMs = 400;
const wanderPx = 6;
const scrollStepPx = 8;
const slideMs = 180;
/** In case the new order is refused before it was shown. */
const giveUpMs = 600;

interface Drag extends PinDraggingDeps {
  readonly scroller: HTMLElement;
  press: Press | null;
  /** The rows that are not shown in their own places. */
  moved: readonly HTMLElement[];
}

/** Moves pinned rows with the mouse, or with a finger that holds one first. Returns a disposer. */
export function followPinDrags(scroller: HTMLElement, deps: PinDraggingDeps): () => void {
  const drag: Drag = { scroller, press: null, moved: [], ...deps };
  const stop = new AbortController();
  const { signal } = stop;
  scroller.addEventListener('pointerdown', (event) => begin(drag, event), { signal });
  window.addEventListener('pointermove', (event) => move(drag, event), { signal });
  window.addEventListener('pointerup', (event) => release(drag, event), { signal });
  window.addEventListener('pointercancel', () => end(drag), { signal });
  const cancelByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || drag.press?.phase !== 'moving') return;
    event.preventDefault();
    event.stopPropagation();
    end(drag);
  };
  window.addEventListener('keydown', cancelByKey, { signal, capture: true });
  // The browser drags links and images itself.
  scroller.addEventListener('dragstart', (event) => pinnedRowOf(event.target) && event.preventDefault(), { signal });
  // A finger that holds a row must not scroll. Passive listeners, as those of React, cannot prevent it.
  const keepStill = (event: TouchEvent) => {
    if (drag.press && drag.press.phase !== 'pressed' && event.cancelable) event.preventDefault();
  };
  scroller.addEventListener('touchmove', keepStill, { signal, passive: false });
  return () => {
    stop.abort();
    end(drag);
  };
}

function begin(drag: Drag, event: PointerEvent): void {
  const row = pinnedRowOf(event.target);
  if (drag.press || !row || !event.isPrimary || event.button !== 0) return;
  const rows = pinnedRowsIn(drag.scroller);
  const point = { x: event.clientX, y: event.clientY };
  const isFinger = event.pointerType !== 'mouse';
  const index = rows.indexOf(row);
  const place = { row, rows, index, to: index, from: point, at: point, scrollTop: drag.scroller.scrollTop };
  const holdTimer = isFinger ? setTimeout(() => hold(drag), holdMs) : undefined;
  drag.press = { phase: 'pressed', pointerId: event.pointerId, isFinger, holdTimer, ...place };
}

function hold({ press }: Drag): void {
  if (press?.phase !== 'pressed') return;
  press.phase = 'held';
  raise(press.row);
  // Not in all browsers.
  (navigator as Partial<Navigator>).vibrate?.(10);
}

function move(drag: Drag, event: PointerEvent): void {
  const { press } = drag;
  if (press?.pointerId !== event.pointerId) return;
  press.at = { x: event.clientX, y: event.clientY };
  const hasWandered = Math.hypot(press.at.x - press.from.x, press.at.y - press.from.y) > wanderPx;
  if (press.phase === 'moving') slide(press, drag.scroller);
  else if (hasWandered && press.phase === 'pressed' && press.isFinger) end(drag);
  else if (hasWandered) {
    press.phase = 'moving';
    drag.moved = press.rows;
    raise(press.row);
    slide(press, drag.scroller);
    requestAnimationFrame(() => scrollAtEdge(drag));
  }
}

/** Keeps the moved row in view. It stays among the pinned ones, so this ends by itself. */
function scrollAtEdge(drag: Drag): void {
  const { press, scroller } = drag;
  if (press?.phase !== 'moving') return;
  const [row, view] = [press.row.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const step = row.top < view.top ? -scrollStepPx : row.bottom > view.bottom ? scrollStepPx : 0;
  if (step !== 0) {
    scroller.scrollTop += step;
    slide(press, scroller);
  }
  requestAnimationFrame(() => scrollAtEdge(drag));
}

function release(drag: Drag, event: PointerEvent): void {
  if (drag.press?.pointerId !== event.pointerId) return;
  const { phase, row, rows, index, to, at } = drag.press;
  if (phase !== 'pressed') ignoreNextClick();
  if (phase === 'moving' && to !== index) {
    drag.press = null;
    // The rows stay where they are shown until the list has the new order.
    settle(row, to - index);
    setTimeout(() => clear(drag), giveUpMs);
    drag.onOrder(reordered(rows, index, to));
    return;
  }
  end(drag);
  if (phase === 'held') drag.onHold(row, at);
}

function end(drag: Drag): void {
  clearTimeout(drag.press?.holdTimer);
  if (drag.press) lower(drag.press.row);
  drag.press = null;
  clear(drag);
}

function clear(drag: Drag): void {
  drag.moved.forEach(lower);
  drag.moved = [];
}

/** The row that can be moved. */
export const pinnedRowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('a[data-pin]') : null;

/** In their order, which is not always that of the document. */
function pinnedRowsIn(scroller: HTMLElement): HTMLElement[] {
  const indexOf = (row: HTMLElement) => Number(row.closest<HTMLElement>('[data-row]')?.dataset['row']);
  return [...scroller.querySelectorAll<HTMLElement>('a[data-pin]')].toSorted((a, b) => indexOf(a) - indexOf(b));
}

function reordered(rows: readonly HTMLElement[], from: number, to: number): ChatId[] {
  const ids = rows.map((row) => row.dataset['pin'] as ChatId);
  return ids.toSpliced(from, 1).toSpliced(to, 0, ...ids.slice(from, from + 1));
}

/** The row follows the pointer, and the others make room. */
function slide(press: Press, scroller: HTMLElement): void {
  const { row, rows, index, from, at, scrollTop } = press;
  const heightPx = row.offsetHeight;
  const wantedPx = at.y - from.y + scroller.scrollTop - scrollTop;
  const offsetPx = Math.min(Math.max(wantedPx, -index * heightPx), (rows.length - 1 - index) * heightPx);
  press.to = index + Math.round(offsetPx / heightPx);
  rows.forEach((other, position) => {
    if (other === row) return;
    const isPassedBelow = position > index && position <= press.to;
    const isPassedAbove = position < index && position >= press.to;
    other.style.transition = `transform ${slideMs}ms ease-out`;
    other.style.transform = `translateY(${isPassedBelow ? -heightPx : isPassedAbove ? heightPx : 0}px)`;
  });
  row.style.transform = `translateY(${offsetPx}px)`;
}

function settle(row: HTMLElement, steps: number): void {
  delete row.dataset['raised'];
  row.style.transition = `transform ${slideMs}ms ease-out`;
  row.style.transform = `translateY(${steps * row.offsetHeight}px)`;
}

function raise(row: HTMLElement): void {
  row.dataset['raised'] = '';
  if (row.parentElement) row.parentElement.classList.add('z-raised');
}

function lower(row: HTMLElement): void {
  delete row.dataset['raised'];
  row.style.removeProperty('transform');
  row.style.removeProperty('transition');
  row.parentElement?.classList.remove('z-raised');
}

/** A browser reports a click after every press. */
function ignoreNextClick(): void {
  const stop = new AbortController();
  const ignore = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', ignore, { capture: true, once: true, signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
}
