const lengthMs = 1_000;
const tones = [
  { hertz: 784, afterSeconds: 0 },
  { hertz: 1047, afterSeconds: 0.09 },
];

let context: AudioContext | null = null;
let quietUntilMs = 0;

/** A soft sound, at most once a second in all tabs together. Silent where the browser does not allow any. */
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
  if (typeof AudioContext === 'undefined') return;
  const activation: UserActivation | undefined = navigator.userActivation;
  // Before the first click or key no sound is allowed, and trying is reported as a fault.
  if (activation && !activation.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    void context.resume().catch(() => {});
    for (const { hertz, afterSeconds } of tones) sound(context, hertz, context.currentTime + afterSeconds);
  } catch {
    // No sound device.
  }
}

function sound(audio: AudioContext, hertz: number, from: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(0.08, from + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + 0.35);
  tone.connect(volume).connect(audio.destination);
  tone.start(from);
  tone.stop(from + 0.4);
}
