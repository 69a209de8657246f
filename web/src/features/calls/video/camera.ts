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

/** May show the browser's permission prompt. Null selects the system's default device. */
export async function openCamera(deviceId: string | null): Promise<OpenCamera> {
  // Browsers hide `mediaDevices` from pages loaded over plain HTTP.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!devices) throw new CameraError('failed');
  try {
    const stream = await devices.getUserMedia({
      video: {
        width: { ideal: 1280 },
        height: { ideal: 720 },
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

/** `applyConstraints` replaces all constraints, so the present ones are repeated. */
export function blurBackground(track: MediaStreamTrack, isOn: boolean): Promise<void> {
  const constraints: WithBlur<MediaTrackConstraints> = { ...track.getConstraints(), backgroundBlur: isOn };
  return track.applyConstraints(constraints);
}

function faultOf(error: unknown): CameraFault {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none';
  if (name === 'NotReadableError' || name === 'AbortError') return 'in-use';
  return 'failed';
}
