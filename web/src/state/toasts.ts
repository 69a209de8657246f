import { limits } from '@chat-app/contract';
import type { ToastText } from '@chat-app/contract';
import { create } from 'zustand';

/** A button in a toast; pressing it closes the toast. */
interface ToastAction {
  readonly label: string;
  readonly isPrimary?: boolean;
  readonly onSelect: () => void;
}

export interface NewToast extends ToastText {
  readonly actions?: readonly ToastAction[];
  /** The id of what the toast is about: two people may have the same name. */
  readonly about?: string;
}

export interface Toast extends NewToast {
  readonly id: number;
}

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/** Shows a toast on top of the others. One that says the same as a toast already on screen takes its place. */
export function showToast(text: NewToast): number {
  lastId += 1;
  const toast = { ...text, id: lastId };
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((other) => !saysTheSame(other, text)), toast].slice(-limits.toastsShownAtOnce),
  }));
  return toast.id;
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/** Removes toasts whose actions are out of date. */
export function dismissToastsAbout(about: string): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.about !== about) }));
}

/** Shows a toast such as 'Uploading image' and dismisses it when the work ends, whether it succeeds or fails. */
export async function showToastDuring<Result>(text: ToastText, work: Promise<Result>): Promise<Result> {
  const id = showToast(text);
  try {
    return await work;
  } finally {
    dismissToast(id);
  }
}

/** A chat or a screen was left: its toasts would be read as being about the next one. */
export function dismissToastsOf(left: 'chat' | 'screen'): void {
  useToasts.setState(({ toasts }) => ({
    toasts: toasts.filter(({ scope }) => scope === 'app' || (left === 'chat' && scope !== 'chat')),
  }));
}

function saysTheSame(one: NewToast, other: NewToast): boolean {
  return (
    one.type === other.type && one.title === other.title && one.message === other.message && one.about === other.about
  );
}
