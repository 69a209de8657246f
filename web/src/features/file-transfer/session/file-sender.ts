import { transferToasts } from '@chat-app/contract';
import type { ChatId, UserId } from '@chat-app/contract';
import { forgetNote, keepNote, recordNote } from '../../../api/file-transfer.ts';
import type { TransferNote } from '../../../api/file-transfer.ts';
import { newClientId } from '../../../lib/client-id.ts';
import { showToast } from '../../../state/toasts.ts';
import { createFileReader } from '../storage/file-reader.ts';
import type { OfferedFile } from '../storage/partial-transfers.ts';
import { startSending } from './send-flow.ts';
import type { TransferHandler } from './transfer-handler.ts';

interface FileSenderOptions {
  transferId: string;
  myId: UserId;
  receiverId: UserId;
  chatId: ChatId;
  files: readonly File[];
  offered: readonly OfferedFile[];
}

/** Reads and sends the files, and records the outcome of each in the chat. */
export function createFileSender({ files, offered, ...ids }: FileSenderOptions): TransferHandler {
  const reader = createFileReader(files);
  const clientIds = files.map(newClientId);
  let receivedCount = 0;

  const recordFor = (index: number, status: TransferNote['status']): TransferNote | null => {
    const [file, clientId] = [offered[index], clientIds[index]];
    if (!file || clientId === undefined) return null;
    const { myId: userId, receiverId, chatId, transferId } = ids;
    return { clientId, userId, receiverId, transferId, chatId, fileName: file.name, fileSize: file.size, status };
  };
  /** If this page is closed, a later one records in the chat that the file was not sent. */
  const saveExpected = (index: number) => {
    const note = recordFor(index, 'cancelled');
    if (note) keepNote(note);
  };
  const record = (index: number, status: TransferNote['status']) => {
    const note = recordFor(index, status);
    if (note) void recordNote(note);
  };
  const markReceived = (file: number) => {
    for (; receivedCount <= file; receivedCount += 1) record(receivedCount, 'completed');
    saveExpected(receivedCount);
  };
  saveExpected(0);

  return {
    flow: ({ channel, hasControl, onCompleted, ...events }) => {
      // A third-party client does not support file lists and receives only the first file.
      const sizes = (hasControl ? offered : offered.slice(0, 1)).map(({ size }) => size);
      return startSending({
        ...events,
        channel,
        hasControl,
        sizes,
        source: reader,
        onReceived: markReceived,
        onCompleted: () => {
          markReceived(sizes.length - 1);
          const next = clientIds[sizes.length];
          if (next !== undefined) {
            forgetNote(next);
            showToast(transferToasts.onlyFirstFile);
          }
          onCompleted();
        },
      });
    },
    recordCancelled: () => record(receivedCount, 'cancelled'),
    discard: () => {},
    survivesReload: () => false,
    end: async () => reader.end(),
  };
}
