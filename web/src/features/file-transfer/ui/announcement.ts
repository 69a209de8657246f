import type { Progress } from '../session/progress.ts';
import type { TransferState } from '../session/transfer-events.ts';
import { phaseLabel } from './transfer-texts.ts';

/** The screen reader announcement: each state and each quarter of the progress, not every change. */
export function announcementOf(state: TransferState, progress: Progress, fileCount: number): string {
  const { bytes, totalBytes, isResuming } = progress;
  if (state.phase !== 'sending' || isResuming || totalBytes === 0) return phaseLabel(state, progress);
  const quarter = Math.floor((bytes / totalBytes) * 4) * 25;
  const what = fileCount === 1 ? '' : `${fileCount} files, `;
  return quarter === 0 ? phaseLabel(state, progress) : `${phaseLabel(state, progress)}, ${what}${quarter}%`;
}
