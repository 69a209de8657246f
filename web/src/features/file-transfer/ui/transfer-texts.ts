import { transferErrorToast, transferToasts } from '@chat-app/contract';
import type { ToastText } from '@chat-app/contract';
import { megabytes } from '../../../format/file-label.ts';
import type { Progress } from '../session/progress.ts';
import type { CancelReason, Phase, Role, TransferState } from '../session/transfer-events.ts';

const labels: Record<Phase, string> = {
  none: 'Send file',
  pending: 'Pending request',
  connecting: 'Connecting',
  sending: 'Sending',
  done: 'Done',
  cancelled: 'Cancelled',
};

/** A transfer that is being resumed is neither connecting for the first time nor sending. */
export function phaseLabel(state: TransferState, { isResuming }: Pick<Progress, 'isResuming'>): string {
  const isOnTheWay = state.phase === 'connecting' || state.phase === 'sending';
  return isOnTheWay && isResuming ? 'Resuming' : labels[state.phase];
}

/** The screen reader announcement: each state and each quarter of the progress, not every change. */
export function announcementOf(state: TransferState, progress: Progress, fileCount: number): string {
  const { bytes, totalBytes, isResuming } = progress;
  if (state.phase !== 'sending' || isResuming || totalBytes === 0) return phaseLabel(state, progress);
  const quarter = Math.floor((bytes / totalBytes) * 4) * 25;
  const what = fileCount === 1 ? '' : `${fileCount} files, `;
  return quarter === 0 ? phaseLabel(state, progress) : `${phaseLabel(state, progress)}, ${what}${quarter}%`;
}

/** Describes the bytes lost by an interruption; null if none. */
export function lossSentence({ role }: TransferState, { lostBytes }: Pick<Progress, 'lostBytes'>, peerName: string) {
  if (lostBytes === 0) return null;
  const who = role === 'sender' ? `${peerName} has lost` : 'This device has lost';
  return `${who} the last ${megabytes(lostBytes)}. They are sent again.`;
}

/** The toast for a cancelled transfer; null if there is none. */
export function cancelToast(role: Role, reason: CancelReason): ToastText | null {
  if (reason.by === 'server') return transferErrorToast(reason.message);
  const toast = toastByReason[reason.by];
  if (toast === null) return null;
  return 'sender' in toast ? toast[role] : toast;
}

const toastByReason: Record<
  Exclude<CancelReason['by'], 'server'>,
  ToastText | Readonly<Record<Role, ToastText>> | null
> = {
  us: null,
  peer: null,
  'no-answer': null,
  rejected: transferToasts.rejected,
  'ice-failed': transferToasts.iceFailed,
  'setup-failed': transferToasts.setupFailed,
  lost: transferToasts.lost,
  'file-changed': transferToasts.fileChanged,
  'disk-full': transferToasts.diskFull,
  'storage-failed': transferToasts.storageFailed,
  'wrong-size': transferToasts.damaged,
  'wrong-hash': transferToasts.damaged,
};

/** A sentence about the state, for the dialog. */
export function stateSentence(state: TransferState, peerName: string): string {
  const isSender = state.role === 'sender';
  if (state.phase === 'cancelled') return cancelSentence(state.role, state.reason, peerName);
  if (state.phase === 'connecting') return state.isResuming ? 'Reconnecting…' : `Connecting to ${peerName}…`;
  const sentences = {
    none: `Files go straight to ${peerName}, from browser to browser.`,
    pending: isSender ? `Waiting for ${peerName} to accept…` : `${peerName} wants to send you this.`,
    sending: isSender ? `Sending to ${peerName}.` : `Receiving from ${peerName}.`,
    done: isSender ? `${peerName} has received everything.` : 'Everything has arrived.',
  };
  return sentences[state.phase];
}

function cancelSentence(role: Role, reason: CancelReason, peerName: string): string {
  if (reason.by === 'us') return 'You cancelled the transfer.';
  if (reason.by === 'peer') return `${peerName} cancelled the transfer.`;
  if (reason.by === 'no-answer') return `${peerName} did not answer.`;
  return `${cancelToast(role, reason)?.message ?? ''}.`;
}
