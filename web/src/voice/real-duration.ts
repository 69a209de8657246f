/** Further than any sound: seeking there makes the browser find the end. */
const beyondTheEnd = 1e6;

/**
 * How long the sound really is; null while that is unknown. Recordings of `MediaRecorder` do not say it, and browsers
 * report infinity for them until they have seen their end.
 */
export function realDurationMs(audio: HTMLAudioElement): number | null {
  const { duration } = audio;
  if (Number.isFinite(duration)) return duration * 1000;
  if (duration === Infinity && audio.currentTime < beyondTheEnd) {
    const back = audio.currentTime;
    audio.addEventListener('durationchange', () => void (audio.currentTime = back), { once: true });
    audio.currentTime = beyondTheEnd;
  }
  return null;
}
