import type { Position } from '../wire/channel-messages.ts';
import type { Written } from '../session/receive-flow.ts';

/** Where received bytes are stored: in the private file system, in a file the user picked, or in memory. */
export type StorageLocation =
  | { readonly kind: 'private'; readonly key: string }
  | { readonly kind: 'picked'; readonly handle: FileSystemFileHandle }
  | { readonly kind: 'memory' };

/** The requests of the page to the writing worker. */
export type SinkRequest =
  | {
      readonly type: 'open';
      readonly location: StorageLocation;
      readonly sizes: readonly number[];
      /** The number of files that have already arrived and been verified. */
      readonly finishedCount: number;
    }
  | { readonly type: 'position' }
  | { readonly type: 'write'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'finish'; readonly sha256: string | null }
  | { readonly type: 'read-file'; readonly index: number }
  | { readonly type: 'delete-open' | 'delete-all' };

export type SinkAnswer = Position | Written | StorageLocation['kind'] | Blob | null;

/** The folder in the origin private file system that holds all received files. */
export const transfersFolder = 'transfers';
