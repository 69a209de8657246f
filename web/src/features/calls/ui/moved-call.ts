import { z } from 'zod';
import type { StartsWith } from '../session/call-session.ts';

const key = 'chat-app.moved-call';

const MovedCall = z.object({
  isMuted: z.boolean(),
  microphoneId: z.string().nullable(),
  isCameraOn: z.boolean(),
  cameraId: z.string().nullable(),
  isBlurWanted: z.boolean(),
});

/** Not in the address of the window: a link could turn somebody's camera on. */
export function storeMovedCall(callWindow: Window, moved: StartsWith): void {
  try {
    callWindow.sessionStorage.setItem(key, JSON.stringify(moved));
  } catch {
    // Storage may be forbidden; then the call begins as a new one.
  }
}

/** How a call that has moved to this window begins; null for every other one. */
export function readMovedCall(): StartsWith | null {
  try {
    const { data } = MovedCall.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return data ?? null;
  } catch {
    return null;
  }
}

/** A reload must not undo what the user has changed meanwhile. */
export function forgetMovedCall(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage may be forbidden; then nothing is stored.
  }
}
