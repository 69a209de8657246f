import { vi } from 'vitest';

/** A fake audio element that has loaded what it is given, and plays when asked to. */
export class StandInAudio extends EventTarget {
  readyState = 4;
  currentTime = 0;
  duration = 60;
  playbackRate = 1;
  preload = '';
  error = null;
  isPlaying = false;
  #src = '';

  get src() {
    return this.#src;
  }
  /** As in browsers, a new source ends what plays without the event `pause`. */
  set src(next: string) {
    this.#src = next;
    this.isPlaying = false;
  }
  async play() {
    this.isPlaying = true;
    this.dispatchEvent(new Event('playing'));
  }
  pause() {
    if (this.isPlaying) queueMicrotask(() => this.dispatchEvent(new Event('pause')));
    this.isPlaying = false;
  }
  removeAttribute() {
    this.#src = '';
  }
  hasAttribute() {
    return this.#src !== '';
  }
  load() {}
}

/** Replaces the audio elements that modules create from now on. Returns them. */
export function standInForAudio(): readonly StandInAudio[] {
  const elements: StandInAudio[] = [];
  class Audio extends StandInAudio {
    readonly count = elements.push(this);
  }
  vi.stubGlobal('Audio', Audio);
  return elements;
}
