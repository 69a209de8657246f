/** The appearance and urgency of a toast. */
export type ToastType = 'success' | 'warning' | 'error' | 'info';

/** The texts of a toast, and how long it is shown. */
export interface ToastText {
  readonly type: ToastType;
  readonly title: string;
  readonly message?: string;
  readonly timeoutMs: number;
  /**
   * When it disappears before its time: 'chat' with the open chat, 'app' never. Without a scope, with the screen it was
   * shown on.
   */
  readonly scope?: 'chat' | 'app';
}

/** Shown for a failure without a message from the server. */
export const laterPlease = 'Please try again later';
