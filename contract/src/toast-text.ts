/** How a toast looks and how urgent it is. */
export type ToastType = 'success' | 'warning' | 'error' | 'info';

/** The words of a toast, and how long it stays. */
export interface ToastText {
  readonly type: ToastType;
  readonly title: string;
  readonly message?: string;
  readonly timeoutMs: number;
  /**
   * When it goes before its time: 'chat' with the chat that is open, 'app' never. Without a scope, with the screen it
   * was shown on.
   */
  readonly scope?: 'chat' | 'app';
}

/** What a failure says that the server has no sentence for. */
export const laterPlease = 'Please try again later';
