import { fireEvent, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useEscape } from './use-escape.ts';

const press = (more: KeyboardEventInit = {}) => fireEvent.keyDown(window, { key: 'Escape', ...more });

/** Something that closes on Escape. */
const open = (name: string, closed: string[]) =>
  renderHook(
    ({ isActive = true, applies = true }: { isActive?: boolean; applies?: boolean }) =>
      useEscape(
        isActive,
        () => void closed.push(name),
        () => applies,
      ),
    { initialProps: {} },
  );

test('[VOI-30] Escape closes only what became active last, of what applies', () => {
  const closed: string[] = [];
  const sidebar = open('sidebar', closed);
  open('panel', closed);
  const findBar = open('find bar', closed);
  press();
  findBar.rerender({ applies: false });
  press();
  findBar.unmount();
  sidebar.rerender({ isActive: false });
  press();
  sidebar.rerender({ isActive: true });
  press();
  expect(closed).toEqual(['find bar', 'panel', 'panel', 'sidebar']);
});

test('[VOI-30] a key that is held down, ends a composition or is handled elsewhere closes nothing', () => {
  const closed: string[] = [];
  open('panel', closed);
  press({ repeat: true });
  press({ isComposing: true });
  const handle = (event: KeyboardEvent) => event.preventDefault();
  document.addEventListener('keydown', handle);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  document.removeEventListener('keydown', handle);
  expect(closed).toEqual([]);
  expect(press()).toBe(false);
  expect(closed).toEqual(['panel']);
});
