import type { UserId } from '@chat-app/contract';
import type { CallState, Live } from './call-events.ts';

interface MuteNews {
  readonly isMuted: boolean;
  readonly to: readonly UserId[];
}

/** Who has to be notified of our mute state: everybody after a change or a reconnect, otherwise new participants. */
export function muteNews(before: CallState, after: CallState): MuteNews | null {
  if (before.phase === 'ended' || after.phase === 'ended') return null;
  const isMuted = isSilent(after);
  const isForAll = isMuted !== isSilent(before) || (before.phase === 'cut-off' && after.phase === 'talking');
  const known = new Set(before.others.filter(({ isMissing }) => !isMissing).map(({ id }) => id));
  const to = after.others.filter(({ id, isMissing }) => !isMissing && (isForAll || !known.has(id))).map(({ id }) => id);
  return to.length > 0 ? { isMuted, to } : null;
}

/** An open permission prompt does not count as muted. */
const isSilent = ({ talk, microphone }: Live) => talk === 'muted' || microphone.phase === 'missing';
