const everyMs = 3_000;
const notes = [
  { hertz: 523, afterSeconds: 0 },
  { hertz: 659, afterSeconds: 0.18 },
  { hertz: 784, afterSeconds: 0.36 },
  { hertz: 659, afterSeconds: 0.72 },
];
const lockName = 'chat-app.ringtone';

/** Rings softly until it is stopped, in one tab of the browser. Silent where the browser does not allow any sound. */
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
      // Before the first click or key no sound is allowed, and trying is reported as a fault. It may come while it rings.
      const activation: UserActivation | undefined = navigator.userActivation;
      if (typeof AudioContext === 'undefined' || (activation && !activation.hasBeenActive)) return;
      try {
        context ??= new AudioContext();
        void context.resume().catch(() => {});
        for (const { hertz, afterSeconds } of notes) playNote(context, hertz, context.currentTime + afterSeconds);
      } catch {
        // No sound device.
      }
    };
    ring();
    const timer = setInterval(ring, everyMs);
    signal.addEventListener('abort', () => {
      clearInterval(timer);
      // Ends the note that is sounding too.
      void context?.close().catch(() => {});
      resolve();
    });
  });
}

function playNote(audio: AudioContext, hertz: number, from: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(0.09, from + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + 0.6);
  tone.connect(volume).connect(audio.destination);
  tone.start(from);
  tone.stop(from + 0.65);
}
