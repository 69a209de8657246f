import type { CameraDetails, CameraFault } from '../session/call-events.ts';

export interface OpenCamera extends Omit<CameraDetails, 'isBlurred'> {
  readonly stream: MediaStream;
  readonly track: MediaStreamTrack;
}

/** States why no camera could be opened. */
export class CameraError extends Error {
  constructor(readonly fault: CameraFault) {
    super(fault);
  }
}

/** Not every browser can blur; the lists of the DOM do not have it yet. */
type WithBlur<Dictionary> = Dictionary & { backgroundBlur?: boolean };
type WithBlurChoice<Dictionary> = Dictionary & { backgroundBlur?: boolean[] };

/** A camera starts small: its first picture is there sooner, and a slow computer can show and send it at all. */
const sizes = {
  small: { width: { ideal: 640 }, height: { ideal: 360 } },
  full: { width: { ideal: 1280 }, height: { ideal: 720 } },
} as const satisfies Record<string, MediaTrackConstraints>;
export type CameraSize = keyof typeof sizes;

/** May show the browser's permission prompt. Null selects the system's default device. */
export async function openCamera(deviceId: string | null): Promise<OpenCamera> {
  // Browsers hide `mediaDevices` from pages loaded over plain HTTP.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!devices) throw new CameraError('failed');
  try {
    const stream = await devices.getUserMedia({
      video: {
        ...sizes.small,
        frameRate: { ideal: 30, max: 30 },
        ...(deviceId === null ? { facingMode: 'user' } : { deviceId: { exact: deviceId } }),
      },
    });
    const [track] = stream.getVideoTracks();
    if (!track) throw new CameraError('none');
    track.contentHint = 'motion';
    const choice = (track.getCapabilities?.() as WithBlurChoice<MediaTrackCapabilities> | undefined)?.backgroundBlur;
    return {
      stream,
      track,
      label: track.label,
      deviceId: track.getSettings().deviceId ?? '',
      // A system that has blur turned on or off for all programs leaves no choice.
      canBlur: choice !== undefined && choice.length > 1,
    };
  } catch (error) {
    throw error instanceof CameraError ? error : new CameraError(faultOf(error));
  }
}

export const isBlurred = (track: MediaStreamTrack) =>
  (track.getSettings() as WithBlur<MediaTrackSettings>).backgroundBlur === true;

export const blurBackground = (track: MediaStreamTrack, isOn: boolean) => constrain(track, { backgroundBlur: isOn });

export const resizeCamera = (track: MediaStreamTrack, size: CameraSize) => constrain(track, sizes[size]);

const changeByTrack = new WeakMap<MediaStreamTrack, Promise<void>>();

/**
 * `applyConstraints` replaces all constraints, so the present ones are repeated. The changes of a track are made one
 * after the other, because the later of two would repeat what the earlier one is changing.
 */
function constrain(track: MediaStreamTrack, added: WithBlur<MediaTrackConstraints>): Promise<void> {
  const previous = changeByTrack.get(track) ?? Promise.resolve();
  const change = previous.then(() => track.applyConstraints({ ...track.getConstraints(), ...added }));
  changeByTrack.set(
    track,
    change.catch(() => {}),
  );
  return change;
}

function faultOf(error: unknown): CameraFault {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none';
  if (name === 'NotReadableError' || name === 'AbortError') return 'in-use';
  return 'failed';
}
