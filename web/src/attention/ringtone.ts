import { mayMakeSound, playNotes } from './play-notes.ts';

const everyMs = 3_000;
const notes = [
  { hertz: 523, afterSeconds: 0 },
  { hertz: 659, afterSeconds: 0.18 },
  { hertz: 784, afterSeconds: 0.36 },
  { hertz: 659, afterSeconds: 0.72 },
];
const lockName = 'chat-app.ringtone';

/** Rings softly in one tab of the browser until it is stopped. Silent if the browser does not allow sound. */
export function startRinging(): () => void {
  const control = new AbortController();
  const { signal } = control;
  const locks: LockManager | undefined = navigator.locks;
  if (locks) locks.request(lockName, { signal }, () => ringUntil(signal)).catch(() => {});
  else void ringUntil(signal);
  return () => control.abort();
}

function ringUntil(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let context: AudioContext | null = null;
    const ring = () => {
      // Sound may become allowed while it rings.
      if (!mayMakeSound()) return;
      try {
        context ??= new AudioContext();
        playNotes(context, notes, { loudness: 0.09, riseSeconds: 0.02, fadeSeconds: 0.6 });
      } catch {
        // No sound device.
      }
    };
    ring();
    const timer = setInterval(ring, everyMs);
    signal.addEventListener('abort', () => {
      clearInterval(timer);
      // Also stops the note that is playing.
      void context?.close().catch(() => {});
      resolve();
    });
  });
}
