import type { UserId } from '@chat-app/contract';
import { useEffect, useState } from 'react';
import { nextSpeaker } from './stage.ts';

/** Who speaks, or spoke last. Short sounds of others do not count. */
export function useLastSpeaker(speakingIds: readonly UserId[]): UserId | null {
  const [speakerId, setSpeakerId] = useState<UserId | null>(null);
  useEffect(() => {
    const next = nextSpeaker(speakerId, speakingIds);
    if (next === null) return undefined;
    const timer = setTimeout(setSpeakerId, next.afterMs, next.id);
    return () => clearTimeout(timer);
  }, [speakerId, speakingIds]);
  return speakerId;
}
