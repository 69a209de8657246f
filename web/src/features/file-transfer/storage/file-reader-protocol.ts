/** The requests of the page to the reading worker. */
export type ReaderRequest =
  | { readonly type: 'open'; readonly files: readonly File[] }
  | { readonly type: 'read'; readonly index: number; readonly offset: number }
  | { readonly type: 'digest'; readonly index: number };

export type ReaderAnswer = ArrayBuffer | string | null;

export const sliceBytes = 1024 * 1024;
