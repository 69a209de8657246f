import type { Position } from './channel-messages.ts';
import type { Written } from './receive-flow.ts';

/** Where received bytes go: into the browser's own files, into one that the person has picked, or into memory. */
export type SinkPlace =
  | { readonly kind: 'private'; readonly key: string }
  | { readonly kind: 'picked'; readonly handle: FileSystemFileHandle }
  | { readonly kind: 'memory' };

/** What the page asks the worker that writes. */
export type SinkRequest =
  | {
      readonly type: 'open';
      readonly place: SinkPlace;
      readonly sizes: readonly number[];
      /** So many files are here already and have been checked. */
      readonly finishedCount: number;
    }
  | { readonly type: 'position' }
  | { readonly type: 'write'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'finish'; readonly sha256: string | null }
  | { readonly type: 'take'; readonly index: number }
  | { readonly type: 'drop' | 'discard' };

export type SinkAnswer = Position | Written | SinkPlace['kind'] | Blob | null;

/** The folder, in the browser's own file system, of everything that has been or is being received. */
export const transfersFolder = 'transfers';
