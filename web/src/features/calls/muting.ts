import type { UserId } from '@chat-app/contract';
import type { CallState, Live } from './call-events.ts';

interface MuteNews {
  readonly isMuted: boolean;
  readonly to: readonly UserId[];
}

/** Whom we have to let know whether we are muted: everybody when it changes, and those who are new or back. */
export function muteNews(before: CallState, after: CallState): MuteNews | null {
  if (before.phase === 'ended' || after.phase === 'ended') return null;
  const isMuted = isSilent(after);
  const isForAll = isMuted !== isSilent(before) || (before.phase === 'cut-off' && after.phase === 'talking');
  const known = new Set(before.others.filter(({ isMissing }) => !isMissing).map(({ id }) => id));
  const to = after.others.filter(({ id, isMissing }) => !isMissing && (isForAll || !known.has(id))).map(({ id }) => id);
  return to.length > 0 ? { isMuted, to } : null;
}

/** While the browser still asks for the microphone, nobody has chosen to be silent. */
const isSilent = ({ talk, microphone }: Live) => talk === 'muted' || microphone.phase === 'missing';
