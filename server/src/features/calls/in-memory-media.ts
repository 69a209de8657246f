import { type CallMedia, limits, type ShownMedia, type UserId } from '@chat-app/contract';
import type { ShowResult } from './participant-store.ts';

export type InMemoryMedia = ReturnType<typeof createInMemoryMedia>;

/** What the participants of one call show. */
export function createInMemoryMedia() {
  let cameraIds: readonly UserId[] = [];
  let screenId: UserId | null = null;
  const current = (): CallMedia => ({ cameraIds: [...cameraIds], screenId });

  return {
    current,
    show: (userId: UserId, { isCameraOn, isScreenShared }: ShownMedia): ShowResult => {
      const others = cameraIds.filter((id) => id !== userId);
      const wasCameraOn = others.length < cameraIds.length;
      if (isCameraOn && others.length >= limits.callCamerasMax) return { outcome: 'full' };
      if (isCameraOn !== wasCameraOn) cameraIds = isCameraOn ? [...others, userId] : others;
      if (isScreenShared) screenId = userId;
      else if (screenId === userId) screenId = null;
      return { outcome: 'shown', media: current() };
    },
    /** Returns false if the person showed nothing. */
    hide: (userId: UserId): boolean => {
      const wasShown = screenId === userId || cameraIds.includes(userId);
      cameraIds = cameraIds.filter((id) => id !== userId);
      if (screenId === userId) screenId = null;
      return wasShown;
    },
  };
}
