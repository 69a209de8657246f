import { mayMakeSound, playNotes } from './play-notes.ts';

const lengthMs = 1_000;
const tones = [
  { hertz: 784, afterSeconds: 0 },
  { hertz: 1047, afterSeconds: 0.09 },
];

let context: AudioContext | null = null;
let quietUntilMs = 0;

/** Plays a soft sound, at most once a second across all tabs. Silent if the browser does not allow sound. */
export async function chime(): Promise<void> {
  const locks: LockManager | undefined = navigator.locks;
  if (Date.now() < quietUntilMs) return;
  quietUntilMs = Date.now() + lengthMs;
  if (!locks) return play();
  await locks.request('chat-app.chime', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    play();
    await new Promise((resolve) => {
      setTimeout(resolve, lengthMs);
    });
  });
}

function play(): void {
  if (!mayMakeSound()) return;
  try {
    context ??= new AudioContext();
    playNotes(context, tones, { loudness: 0.08, riseSeconds: 0.015, fadeSeconds: 0.35 });
  } catch {
    // No sound device.
  }
}
