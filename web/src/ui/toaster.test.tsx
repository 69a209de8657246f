import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from './toaster.tsx';
import { passTime } from '../../test/pass-time.ts';
import type { ToastView } from './toast-card.tsx';

const toast = (fields: Partial<ToastView> = {}): ToastView => ({
  id: 1,
  type: 'info',
  title: 'Uploading image',
  message: 'Please wait a moment',
  timeoutMs: 3000,
  ...fields,
});

const cards = () => screen.getAllByRole('listitem').map((item) => item.firstElementChild);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each([
  ['the pointer is over it', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['it has the focus', fireEvent.focus, fireEvent.blur],
])(
  '[UI-23] [UI-24] [UI-231] a toast pauses while %s, then runs its remaining time and disappears',
  (_, pause, goOn) => {
    const onDismiss = vi.fn<(id: number) => void>();
    render(<Toaster toasts={[toast()]} onDismiss={onDismiss} />);
    passTime(2000);
    const [card] = cards() as [HTMLElement];
    pause(card);
    passTime(60_000);
    expect(onDismiss).not.toHaveBeenCalled();
    goOn(card);
    passTime(999);
    expect(onDismiss).not.toHaveBeenCalled();
    passTime(1);
    expect(onDismiss).toHaveBeenCalledExactlyOnceWith(1);
  },
);

test('[UI-25] a toast can be closed with its button', () => {
  const onDismiss = vi.fn<(id: number) => void>();
  render(<Toaster toasts={[toast({ id: 7 })]} onDismiss={onDismiss} />);
  fireEvent.click(screen.getByRole('button', { name: 'Close notification' }));
  expect(onDismiss).toHaveBeenCalledExactlyOnceWith(7);
});

test('[UI-26] [UI-231] an error interrupts a screen reader, the list announces other toasts once', () => {
  render(
    <Toaster
      toasts={[toast(), toast({ id: 2, type: 'error', title: 'Login failed', message: 'Sorry' })]}
      onDismiss={() => {}}
    />,
  );
  expect(screen.getByRole('alert').textContent).toContain('Login failed');
  const [other] = cards();
  expect(other?.textContent).toContain('Uploading image');
  const regions = [...document.querySelectorAll('[aria-live], [role=status]')];
  expect(regions).toEqual([screen.getByRole('region', { name: 'Notifications' })]);
  expect(regions[0]?.getAttribute('aria-live')).toBe('polite');
});

test('[UI-56] a repeated toast with the same text is a new element for screen readers', () => {
  const { rerender } = render(<Toaster toasts={[toast()]} onDismiss={() => {}} />);
  const [first] = screen.getAllByRole('listitem');
  rerender(<Toaster toasts={[toast({ id: 2 })]} onDismiss={() => {}} />);
  expect(screen.getAllByRole('listitem')).not.toContain(first);
  expect(first?.isConnected).toBe(false);
});
