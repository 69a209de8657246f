import type { ToastText } from './toast-text.ts';

const transferFailed = { type: 'error', title: 'File transfer error', timeoutMs: 5000 } as const;
const receivingFailed = { type: 'error', title: "Can't receive file", timeoutMs: 5000 } as const;

/** Every toast about peer-to-peer file transfers, by event; the sender's first, then the receiver's. */
export const transferToasts = {
  rejected: {
    type: 'error',
    title: 'File transfer rejected',
    message: 'The receiver has rejected the file transfer',
    timeoutMs: 5000,
  },
  iceFailed: { ...transferFailed, message: 'ICE connection failed' },
  setupFailed: {
    sender: { ...transferFailed, message: 'An error occurred while setting up connection' },
    receiver: { ...receivingFailed, message: 'An error occurred while setting up connection' },
  },
  lost: {
    sender: { ...transferFailed, message: 'The connection to the receiver was lost' },
    receiver: { ...receivingFailed, message: 'The sender is no longer there' },
  },
  fileChanged: {
    sender: { ...transferFailed, message: 'The file was changed or removed while it was being sent' },
    receiver: { ...receivingFailed, message: 'The sender’s file was changed or removed while it was being sent' },
  },
  diskFull: {
    sender: { ...transferFailed, message: 'The receiver’s device has not enough space' },
    receiver: { ...receivingFailed, message: 'There is not enough space on this device' },
  },
  storageFailed: {
    sender: { ...transferFailed, message: 'The receiver’s device could not write the file' },
    receiver: { ...receivingFailed, message: 'The file could not be written' },
  },
  damaged: {
    sender: { ...transferFailed, message: 'The file did not arrive as it was sent' },
    receiver: { ...receivingFailed, message: 'The file did not arrive as it was sent, so it was not kept' },
  },
  onlyFirstFile: {
    type: 'warning',
    title: 'Only the first file was sent',
    message: 'The receiver’s app takes one file at a time',
    timeoutMs: 5000,
  },
  tooManyFiles: {
    type: 'warning',
    title: 'That is too many files',
    message: 'At most 100 files can be sent at once',
    timeoutMs: 4000,
  },
} as const satisfies Record<string, ToastText | Record<'sender' | 'receiver', ToastText>>;

/** Why the server refused the transfer. */
export function transferErrorToast(message: string): ToastText {
  return { ...transferFailed, message };
}
