import { openTabChannel } from '../tabs/tab-channel.ts';
import { holdInTab, isHeldInTab } from '../tabs/tab-hold.ts';
import { useRinging } from './ringing.ts';

const followers = new Set<() => void>();
const pauseAll = () => {
  for (const follower of followers) follower();
};
const tabs = openTabChannel<'started'>('chat-app.call-start', pauseAll);
const lockName = 'chat-app.call';

/** Call before this device joins a call. What plays or records sound pauses, in all tabs. */
export function announceCallStart(): void {
  pauseAll();
  tabs.post('started');
}

/** Returns how to stop. */
export function followCallStart(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

/** Call when this page joins a call. Returns a function to call when it has left. */
export function holdCall(): () => void {
  // A call that begins with a preview is joined long after its window was opened.
  announceCallStart();
  return holdInTab(lockName);
}

/** Whether a call rings, or the user is in one in any tab or window of this browser. */
export async function isCallOn(): Promise<boolean> {
  if (useRinging.getState().calls.length > 0) return true;
  // Without locks it is unknown. Pages without them have no microphone either.
  const locks: LockManager | undefined = navigator.locks;
  return locks ? isHeldInTab(lockName) : false;
}
