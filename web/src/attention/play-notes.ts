export interface Note {
  readonly hertz: number;
  readonly afterSeconds: number;
}

/** The envelope of a note. */
interface Envelope {
  readonly loudness: number;
  readonly riseSeconds: number;
  readonly fadeSeconds: number;
}

/** Browsers forbid sound before the first click or key press and log a warning for each attempt. */
export function mayMakeSound(): boolean {
  const activation: UserActivation | undefined = navigator.userActivation;
  return typeof AudioContext !== 'undefined' && (!activation || activation.hasBeenActive);
}

export function playNotes(audio: AudioContext, notes: readonly Note[], envelope: Envelope): void {
  void audio.resume().catch(() => {});
  for (const { hertz, afterSeconds } of notes) {
    const from = audio.currentTime + afterSeconds;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(envelope.loudness, from + envelope.riseSeconds);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + envelope.fadeSeconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + envelope.fadeSeconds + 0.05);
  }
}
