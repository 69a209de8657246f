import { limits } from '@chat-app/contract';
import type { ToastText } from '@chat-app/contract';
import { createTabStore } from './session-state.ts';

/** A button in a toast. Pressing it closes the toast. */
interface ToastAction {
  readonly label: string;
  readonly isPrimary?: boolean;
  readonly onSelect: () => void;
}

export interface NewToast extends ToastText {
  readonly actions?: readonly ToastAction[];
  /** The id of the subject, because two people may have the same name. */
  readonly about?: string;
}

export interface Toast extends NewToast {
  readonly id: number;
}

export const useToasts = createTabStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/** Shows a toast on top of the others. It replaces a visible toast with the same text. */
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

/** Dismisses toasts whose actions are outdated. */
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

/** Dismisses the toasts of a chat or screen that the user left. They would seem to belong to the next one. */
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
