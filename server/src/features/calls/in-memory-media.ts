import { type CallMedia, limits, type ShownMedia, type UserId } from '@chat-app/contract';
import type { ShowResult } from './participant-store.ts';

export type InMemoryMedia = ReturnType<typeof createInMemoryMedia>;

/** What the participants of one call show. */
export function createInMemoryMedia() {
  let cameraIds: readonly UserId[] = [];
  let screenId: UserId | null = null;
  /** Whose screens were replaced by that of another, and who have not turned theirs off since. */
  const replacedIds = new Set<UserId>();
  const current = (): CallMedia => ({ cameraIds: [...cameraIds], screenId });

  function share(userId: UserId) {
    if (screenId !== null && replacedIds.has(userId)) return;
    if (screenId !== null && screenId !== userId) replacedIds.add(screenId);
    replacedIds.delete(userId);
    screenId = userId;
  }

  function stopSharing(userId: UserId) {
    replacedIds.delete(userId);
    if (screenId === userId) screenId = null;
  }

  return {
    current,
    show: (userId: UserId, { isCameraOn, isScreenShared }: ShownMedia): ShowResult => {
      const others = cameraIds.filter((id) => id !== userId);
      const wasCameraOn = others.length < cameraIds.length;
      if (isCameraOn && others.length >= limits.callCamerasMax) return { outcome: 'full' };
      if (isCameraOn !== wasCameraOn) cameraIds = isCameraOn ? [...others, userId] : others;
      if (isScreenShared) share(userId);
      else stopSharing(userId);
      return { outcome: 'shown', media: current() };
    },
    /** Returns false if the person showed nothing. */
    hide: (userId: UserId): boolean => {
      const wasShown = screenId === userId || cameraIds.includes(userId);
      cameraIds = cameraIds.filter((id) => id !== userId);
      stopSharing(userId);
      return wasShown;
    },
  };
}
