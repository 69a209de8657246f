import type { UserId } from '@chat-app/contract';
import type { CallState, ActiveCall } from './call-events.ts';

interface MuteSignal {
  readonly isMuted: boolean;
  readonly to: readonly UserId[];
}

/** Who has to be notified of our mute state: everybody after a change or a reconnect, otherwise new participants. */
export function muteSignalFor(before: CallState, after: CallState): MuteSignal | null {
  if (before.phase === 'ended' || after.phase === 'ended') return null;
  const isMuted = isMicrophoneOff(after);
  const isForEverybody =
    isMuted !== isMicrophoneOff(before) || (before.phase === 'reconnecting' && after.phase === 'talking');
  const known = new Set(before.others.filter(({ isMissing }) => !isMissing).map(({ id }) => id));
  const to = after.others
    .filter(({ id, isMissing }) => !isMissing && (isForEverybody || !known.has(id)))
    .map(({ id }) => id);
  return to.length > 0 ? { isMuted, to } : null;
}

/** An open permission prompt does not count as muted. */
const isMicrophoneOff = ({ talk, microphone }: ActiveCall) => talk === 'muted' || microphone.phase === 'missing';
