import { type ClientId, getIceServers, recordTransfer } from '@chat-app/contract';
import type { ChatId, IceServer, UserId } from '@chat-app/contract';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { createStoredList } from '../browser/stored-list.ts';
import { storedTransferLists } from '../state/stored-transfers.ts';

/** The STUN and TURN servers through which two browsers connect. */
export async function fetchIceServers(): Promise<IceServer[]> {
  return (await callEndpoint(getIceServers, { types: 'private,cloudflare' })).data;
}

/** The outcome of one file, to be recorded in the chat. Stored until the server has it: the page may close first. */
export interface TransferNote {
  readonly clientId: ClientId;
  readonly userId: UserId;
  readonly receiverId: UserId;
  /** The transfer that it belongs to. */
  readonly transferId: string;
  readonly chatId: ChatId;
  readonly fileName: string;
  readonly fileSize: number;
  readonly status: 'completed' | 'cancelled';
}

const notes = createStoredList<TransferNote>(storedTransferLists.notes, ({ clientId }) => clientId);
const pausesMs = [1_000, 3_000, 10_000, 30_000];

export const keepNote = notes.put;
export const forgetNote = notes.remove;
export const notesOf = (userId: UserId) => notes.list().filter((note) => note.userId === userId);

/** Records the outcome in the chat, idempotent by client id. If all tries fail, a later page load tries again. */
export async function recordNote(note: TransferNote): Promise<void> {
  notes.put(note);
  const { clientId, userId: senderId, chatId, fileName, fileSize, status } = note;
  for (const pauseMs of [...pausesMs, 0]) {
    try {
      await callEndpoint(recordTransfer, { clientId, senderId, chatId, fileName, fileSize, status });
      return notes.remove(clientId);
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
      if (isRefused) return notes.remove(clientId);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs);
    });
  }
  return undefined;
}
