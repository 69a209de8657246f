import type { UserId } from '@chat-app/contract';
import type { ActiveCall, AudioPath, CallState } from './call-events.ts';

interface MuteSignal {
  readonly isMuted: boolean;
  readonly to: readonly UserId[];
}

/**
 * Who has to be notified of our mute state: everybody after a change or a reconnect, otherwise new participants, and
 * those with a new connection, because they may have moved to another device.
 */
export function muteSignalFor(before: CallState, after: CallState): MuteSignal | null {
  if (before.phase === 'ended' || after.phase === 'ended') return null;
  const isMuted = isMicrophoneOff(after);
  const isForEverybody =
    isMuted !== isMicrophoneOff(before) || (before.phase === 'reconnecting' && after.phase === 'talking');
  const known = new Map(before.others.filter(({ isMissing }) => !isMissing).map(({ id, path }) => [id, path]));
  const to = after.others
    .filter(({ id, isMissing, path }) => !isMissing && (isForEverybody || isNew(path, known.get(id))))
    .map(({ id }) => id);
  return to.length > 0 ? { isMuted, to } : null;
}

/** A connection is new until its round trip is measured. */
const isNew = (path: AudioPath, before: AudioPath | undefined) =>
  before === undefined || (path !== before && path.phase === 'direct' && path.roundTripMs === null);

/** An open permission prompt does not count as muted. */
const isMicrophoneOff = ({ talk, microphone }: ActiveCall) => talk === 'muted' || microphone.phase === 'missing';
