/** What the page asks the worker that reads. */
export type ReaderRequest =
  | { readonly type: 'take'; readonly files: readonly File[] }
  | { readonly type: 'read'; readonly index: number; readonly offset: number }
  | { readonly type: 'digest'; readonly index: number };

export type ReaderAnswer = ArrayBuffer | string | null;

export const sliceBytes = 1024 * 1024;
