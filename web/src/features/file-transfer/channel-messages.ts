import { limits } from '@chat-app/contract';
import { z } from 'zod';
import { faults } from './transfer-events.ts';

/** Marks the end of a file; the only text that a peer of another make knows. */
export const endMark = 'END';

const FileIndex = z.number().int().min(0).max(limits.filesPerTransfer);
const Offset = z.number().int().min(0);

/** What our own two sides tell each other beside the bytes. Peers of another make are never sent any of it. */
const ControlMessage = z.discriminatedUnion('type', [
  /** From the receiver, as the channel opens: everything before this place is here. */
  z.object({ type: z.literal('resume'), file: FileIndex, offset: Offset }),
  /** From the receiver: so much is on its disk. */
  z.object({ type: z.literal('ack'), file: FileIndex, offset: Offset }),
  /** From the sender, before the end mark. */
  z.object({ type: z.literal('hash'), file: FileIndex, sha256: z.string().length(64) }),
  /** From the receiver: size and hash are right. */
  z.object({ type: z.literal('received'), file: FileIndex }),
  z.object({ type: z.literal('failed'), fault: z.enum(faults) }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('pong') }),
]);
export type ControlMessage = z.infer<typeof ControlMessage>;

/** Ours are shorter; what is longer is not even looked at. */
const longestControl = 1024;

export const toText = (message: ControlMessage) => JSON.stringify(message);

/** Null: nothing that we know, so nothing to us. */
export function readControl(text: string): ControlMessage | null {
  if (text.length > longestControl) return null;
  try {
    return ControlMessage.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** A place in the files of a transfer; the file after the last one means: all of it. */
export interface Position {
  readonly file: number;
  readonly offset: number;
}

/** How many bytes lie before a place. */
export function bytesBefore({ file, offset }: Position, sizes: readonly number[]): number {
  return sizes.slice(0, file).reduce((sum, size) => sum + size, offset);
}

/** The part of a data channel that the two flows need. */
export type DataPort = Pick<
  RTCDataChannel,
  'bufferedAmount' | 'bufferedAmountLowThreshold' | 'readyState' | 'send' | 'addEventListener' | 'removeEventListener'
>;
