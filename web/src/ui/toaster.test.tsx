// @vitest-environment happy-dom
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

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('[UI-23] a toast leaves by itself after its timeout', () => {
  const onDismiss = vi.fn<(id: number) => void>();
  render(<Toaster toasts={[toast()]} onDismiss={onDismiss} />);
  passTime(2999);
  expect(onDismiss).not.toHaveBeenCalled();
  passTime(1);
  expect(onDismiss).toHaveBeenCalledExactlyOnceWith(1);
});

test('[UI-24] a toast waits while the pointer is on it, and then has its remaining time', () => {
  const onDismiss = vi.fn<(id: number) => void>();
  render(<Toaster toasts={[toast()]} onDismiss={onDismiss} />);
  passTime(2000);
  fireEvent.pointerEnter(screen.getByRole('status'));
  passTime(60_000);
  expect(onDismiss).not.toHaveBeenCalled();
  fireEvent.pointerLeave(screen.getByRole('status'));
  passTime(1000);
  expect(onDismiss).toHaveBeenCalledExactlyOnceWith(1);
});

test('[UI-25] a toast can be closed by hand', () => {
  const onDismiss = vi.fn<(id: number) => void>();
  render(<Toaster toasts={[toast({ id: 7 })]} onDismiss={onDismiss} />);
  fireEvent.click(screen.getByRole('button', { name: 'Close notification' }));
  expect(onDismiss).toHaveBeenCalledExactlyOnceWith(7);
});

test('[UI-26] an error interrupts a screen reader, other toasts wait their turn', () => {
  render(
    <Toaster
      toasts={[toast(), toast({ id: 2, type: 'error', title: 'Login failed', message: 'Sorry' })]}
      onDismiss={() => {}}
    />,
  );
  expect(screen.getByRole('alert').textContent).toContain('Login failed');
  expect(screen.getByRole('status').textContent).toContain('Uploading image');
});

test('[UI-56] a toast that says the same again is a new one to a screen reader', () => {
  const { rerender } = render(<Toaster toasts={[toast()]} onDismiss={() => {}} />);
  const first = screen.getByRole('status');
  rerender(<Toaster toasts={[toast({ id: 2 })]} onDismiss={() => {}} />);
  expect(screen.getByRole('status')).not.toBe(first);
  expect(first.isConnected).toBe(false);
});
