import type { Progress } from './progress.ts';
import type { TransferState } from './transfer-events.ts';
import { phaseLabel } from './transfer-texts.ts';

/** What a screen reader says: each state, and each quarter of the way; not every number that moves. */
export function announcementOf(state: TransferState, { bytes, totalBytes }: Progress, fileCount: number): string {
  if (state.phase === 'connecting' && state.isResuming) return 'Connecting. Reconnecting…';
  if (state.phase !== 'sending' || totalBytes === 0) return phaseLabel(state);
  const quarter = Math.floor((bytes / totalBytes) * 4) * 25;
  const what = fileCount === 1 ? '' : `${fileCount} files, `;
  return quarter === 0 ? phaseLabel(state) : `${phaseLabel(state)}, ${what}${quarter}%`;
}
