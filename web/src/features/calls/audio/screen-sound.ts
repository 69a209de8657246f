import type { UserId } from '@chat-app/contract';
import type { Mixer } from './mixer.ts';

/** Plays the sound of the shared screen. The tracks of those who share nothing are negotiated, but not played. */
export function createScreenSound({ remoteAudioOf }: Pick<Mixer, 'remoteAudioOf'>) {
  const trackByUser = new Map<UserId, MediaStreamTrack>();
  let sharedBy: UserId | null = null;

  function play(userId: UserId) {
    const track = trackByUser.get(userId);
    if (track) remoteAudioOf(userId).setScreenSound(track);
  }

  return {
    setTrack: (userId: UserId, track: MediaStreamTrack) => {
      trackByUser.set(userId, track);
      if (userId === sharedBy) play(userId);
    },
    setSharedBy: (userId: UserId | null) => {
      if (userId === sharedBy) return;
      if (sharedBy !== null && trackByUser.has(sharedBy)) remoteAudioOf(sharedBy).setScreenSound(null);
      sharedBy = userId;
      if (userId !== null) play(userId);
    },
    removeParticipant: (userId: UserId) => {
      trackByUser.delete(userId);
      if (sharedBy === userId) sharedBy = null;
    },
  };
}
