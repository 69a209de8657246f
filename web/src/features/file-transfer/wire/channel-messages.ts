import { limits } from '@chat-app/contract';
import { z } from 'zod';
import { faults } from '../session/transfer-events.ts';

/** Marks the end of a file. Third-party clients know no other text message. */
export const endMark = 'END';

const FileIndex = z.number().int().min(0).max(limits.filesPerTransfer);
const Offset = z.number().int().min(0);

/** The control messages between two clients of ours. They are never sent to third-party clients. */
const ControlMessage = z.discriminatedUnion('type', [
  /** From the receiver, when the channel opens: everything before this position has arrived. */
  z.object({ type: z.literal('resume'), file: FileIndex, offset: Offset }),
  /** From the receiver: everything before this position is written to disk. */
  z.object({ type: z.literal('ack'), file: FileIndex, offset: Offset }),
  /** From the sender, before the end mark. */
  z.object({ type: z.literal('hash'), file: FileIndex, sha256: z.string().length(64) }),
  /** From the receiver: size and hash are correct. */
  z.object({ type: z.literal('received'), file: FileIndex }),
  z.object({ type: z.literal('failed'), fault: z.enum(faults) }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('pong') }),
]);
export type ControlMessage = z.infer<typeof ControlMessage>;

/** Our messages are shorter; longer texts are not parsed. */
const longestControl = 1024;

export const toText = (message: ControlMessage) => JSON.stringify(message);

/** Null for an unknown message, which is ignored. */
export function readControl(text: string): ControlMessage | null {
  if (text.length > longestControl) return null;
  try {
    return ControlMessage.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** A position in the files of a transfer. A `file` after the last one means that everything has arrived. */
export interface Position {
  readonly file: number;
  readonly offset: number;
}

/** The number of bytes before a position. */
export function bytesBefore({ file, offset }: Position, sizes: readonly number[]): number {
  return sizes.slice(0, file).reduce((sum, size) => sum + size, offset);
}

/** The part of a data channel that the send and receive flows use. */
export type DataPort = Pick<
  RTCDataChannel,
  'bufferedAmount' | 'bufferedAmountLowThreshold' | 'readyState' | 'send' | 'addEventListener' | 'removeEventListener'
>;
