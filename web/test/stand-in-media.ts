import { vi } from 'vitest';

interface Constraints {
  readonly deviceId?: { readonly exact: string };
  readonly width?: { readonly ideal: number };
  readonly backgroundBlur?: boolean;
}

/** A fake track of a microphone, camera or screen. Only a camera whose label says so can blur. */
export class StandInTrack extends EventTarget {
  contentHint = '';
  readyState = 'live';
  blur: boolean | undefined;
  constructor(
    readonly label = '',
    public constraints: Constraints = {},
  ) {
    super();
    if (label.includes('blur')) this.blur = false;
  }
  stop() {
    this.readyState = 'ended';
  }
  getSettings = () => ({ deviceId: this.label, backgroundBlur: this.blur });
  getCapabilities = () => (this.blur === undefined ? {} : { backgroundBlur: [false, true] });
  getConstraints = () => this.constraints;
  applyConstraints = async (constraints: Constraints) => {
    this.constraints = constraints;
    this.blur = constraints.backgroundBlur;
  };
}

/** The fake stream of a picture, a sound, or both. */
export const standInStream = (picture: StandInTrack | null, sound: StandInTrack | null = null) => {
  const [pictures, sounds] = [picture ? [picture] : [], sound ? [sound] : []];
  const { label } = picture ?? sound ?? { label: '' };
  return {
    label,
    getTracks: () => [...pictures, ...sounds],
    getVideoTracks: () => pictures,
    getAudioTracks: () => sounds,
  };
};

/** Replaces the devices by what `open` opens, which may throw. Returns the tracks that were opened. */
export function standInForDevices(open: (kind: 'audio' | 'video', constraints: Constraints) => Promise<StandInTrack>) {
  const tracks: StandInTrack[] = [];
  const getUserMedia = async ({ audio, video }: { audio?: Constraints; video?: Constraints }) => {
    const track = await open(video ? 'video' : 'audio', video ?? audio ?? {});
    tracks.push(track);
    return video ? standInStream(track) : standInStream(null, track);
  };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  return tracks;
}

/** Replaces the audio graph by one that plays nothing. */
export function standInForAudioGraph() {
  class Context extends EventTarget {
    state = 'running';
    createGain = () => ({ connect: () => {} });
    resume = async () => {};
    close = async () => {};
  }
  vi.stubGlobal('AudioContext', Context);
}

/** What was just asked of the devices is answered. */
export const settled = () => new Promise((resolve) => setTimeout(resolve));
