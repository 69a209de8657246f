import { z } from 'zod';
import type { StartsWith } from '../session/call-session.ts';

const key = 'chat-app.moved-call';

const MovedCall = z.object({ isMuted: z.boolean(), isCameraOn: z.boolean(), isBlurWanted: z.boolean() });

/** What a call that moves to another window keeps. */
export type MovedCall = z.infer<typeof MovedCall>;

/** Not in its address: a link could turn somebody's camera on. */
export function storeMovedCall(callWindow: Window, moved: MovedCall): void {
  callWindow.sessionStorage.setItem(key, JSON.stringify(moved));
}

/** How a call that has moved to this window begins; null for every other one. */
export function readMovedCall(): StartsWith | null {
  const stored = sessionStorage.getItem(key);
  if (stored === null) return null;
  return { ...MovedCall.parse(JSON.parse(stored)), cameraId: null, microphoneId: null };
}

/** A reload must not undo what the user has changed meanwhile. */
export const forgetMovedCall = () => sessionStorage.removeItem(key);
