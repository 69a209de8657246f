import { fireEvent, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useEscape } from './use-escape.ts';

const press = (more: KeyboardEventInit = {}) => fireEvent.keyDown(window, { key: 'Escape', ...more });

interface Props {
  isActive?: boolean;
  applies?: boolean;
}

/** Something that closes on Escape. */
function open(name: string, closed: string[]) {
  return renderHook(
    ({ isActive = true, applies = true }: Props) =>
      useEscape(
        isActive,
        () => void closed.push(name),
        () => applies,
      ),
    { initialProps: {} },
  );
}

test('[VOI-30] Escape closes only what was opened last', () => {
  const closed: string[] = [];
  open('recording', closed);
  const findBar = open('find bar', closed);
  press();
  expect(closed).toEqual(['find bar']);
  findBar.unmount();
  press();
  expect(closed).toEqual(['find bar', 'recording']);
});

test('[VOI-30] what becomes active again counts as opened last', () => {
  const closed: string[] = [];
  const sidebar = open('sidebar', closed);
  open('panel', closed);
  sidebar.rerender({ isActive: false });
  press();
  sidebar.rerender({ isActive: true });
  press();
  expect(closed).toEqual(['panel', 'sidebar']);
});

test('[VOI-30] what does not apply leaves the key to the one below', () => {
  const closed: string[] = [];
  open('panel', closed);
  const findBar = open('find bar', closed);
  findBar.rerender({ applies: false });
  press();
  expect(closed).toEqual(['panel']);
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
