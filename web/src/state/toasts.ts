import { limits } from '@chat-app/contract';
import type { ToastText } from '@chat-app/contract';
import { create } from 'zustand';

export interface Toast extends ToastText {
  readonly id: number;
}

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/** Shows a toast on top of the others. One that says the same as a toast already on screen takes its place. */
export function showToast(text: ToastText): number {
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

function saysTheSame(one: ToastText, other: ToastText): boolean {
  return one.type === other.type && one.title === other.title && one.message === other.message;
}
