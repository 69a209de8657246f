import { isStored } from '../browser/stored-list.ts';

/** The lists of what an earlier page could not finish. */
export const storedTransferLists = {
  partials: 'chat-app.partial-transfers',
  notes: 'chat-app.transfer-notes',
} as const;

/** Whether earlier pages left transfers, or outcomes that the chat does not show yet. */
export const hasStoredTransfers = () => Object.values(storedTransferLists).some(isStored);
