import type { CameraDetails, CameraFault } from '../session/call-events.ts';
import { blurBackground, CameraError, isBlurred, openCamera, resizeCamera } from './camera.ts';
import type { CameraSize, OpenCamera } from './camera.ts';

interface CameraInputOptions {
  /** The picture of the camera in use; null if there is none. */
  readonly onStream: (stream: MediaStream | null) => void;
  readonly onOpened: (details: CameraDetails) => void;
  /** The camera is off and was asked for. */
  readonly onFailed: (fault: CameraFault) => void;
  /** Another camera could not be opened; the one in use stays. */
  readonly onKept: () => void;
  readonly onBlurred: (isBlurred: boolean) => void;
}

/** What the user has chosen; kept while the camera is off. */
export interface CameraChoice {
  /** The camera that was in use last. Null is the system's default. */
  readonly cameraId: string | null;
  readonly isBlurWanted: boolean;
}

/** The camera in use. A camera that is opened after `close` is released at once, so that its light goes out. */
export function createCameraInput({ onStream, onOpened, onFailed, onKept, onBlurred }: CameraInputOptions) {
  let inUse: { camera: OpenCamera; release: () => void } | null = null;
  let attempt = 0;
  let isOpening = false;
  let choice: CameraChoice = { cameraId: null, isBlurWanted: false };

  function release() {
    inUse?.release();
    inUse = null;
  }

  function adopt(camera: OpenCamera) {
    const previous = inUse;
    inUse = { camera, release: hold(camera, { onEnded: handleEnded, onBlurred }) };
    onStream(camera.stream);
    previous?.release();
    const { label, deviceId, canBlur, track } = camera;
    choice = { ...choice, cameraId: deviceId || null };
    onOpened({ label, deviceId, canBlur, isBlurred: isBlurred(track) });
  }

  function fail(fault: CameraFault) {
    release();
    onStream(null);
    onFailed(fault);
  }

  /** The device was unplugged, or the permission withdrawn. A camera that is being opened takes its place. */
  function handleEnded() {
    if (!isOpening) return fail('lost');
    release();
    return onStream(null);
  }

  async function open(deviceId: string | null) {
    attempt += 1;
    isOpening = true;
    const ownAttempt = attempt;
    const isOutdated = () => ownAttempt !== attempt;
    try {
      const options = { release, isOutdated, isOtherOpen: () => inUse !== null };
      const camera = await openAsChosen(deviceId, () => choice, options);
      if (isOutdated()) return stop(camera.stream);
      isOpening = false;
      return adopt(camera);
    } catch (error) {
      if (isOutdated()) return undefined;
      isOpening = false;
      return inUse ? onKept() : fail(error instanceof CameraError ? error.fault : 'failed');
    }
  }

  return {
    /** Null selects the camera that was in use last. */
    open: (deviceId: string | null) => void open(deviceId),
    choice: () => choice,
    /** Takes over what was chosen elsewhere. */
    restore: ({ cameraId, isBlurWanted }: CameraChoice) => {
      choice = { cameraId, isBlurWanted };
    },
    /** Also applies to every camera that is opened later. */
    setBlur: (isOn: boolean) => {
      choice = { ...choice, isBlurWanted: isOn };
      const track = inUse?.camera.track;
      if (track)
        void blurBackground(track, isOn).then(
          () => onBlurred(isBlurred(track)),
          () => {},
        );
    },
    /** Of the camera in use; each one is small when it is opened. */
    resize: (size: CameraSize) => resizeInUse(inUse?.camera ?? null, size),
    close: () => {
      attempt += 1;
      isOpening = false;
      release();
      onStream(null);
    },
  };
}

/** A camera that cannot be resized stays as it is. */
async function resizeInUse(camera: OpenCamera | null, size: CameraSize) {
  if (camera) await resizeCamera(camera.track, size).catch(() => {});
}

interface SecondCameraOptions {
  readonly isOutdated: () => boolean;
  readonly isOtherOpen: () => boolean;
  readonly release: () => void;
}

async function openAsChosen(deviceId: string | null, choice: () => CameraChoice, options: SecondCameraOptions) {
  const camera = await (deviceId === null ? openLast(choice().cameraId, options) : openSecondCamera(deviceId, options));
  // Before anybody sees it.
  if (choice().isBlurWanted && camera.canBlur) await blurBackground(camera.track, true).catch(() => {});
  if (camera.track.readyState === 'ended') throw new CameraError('lost');
  return camera;
}

/** Falls back to the system's default if the device is gone. */
async function openLast(cameraId: string | null, options: SecondCameraOptions) {
  try {
    return await openSecondCamera(cameraId, options);
  } catch (error) {
    const isGone = cameraId !== null && error instanceof CameraError && error.fault === 'none';
    if (!isGone || options.isOutdated()) throw error;
    return await openSecondCamera(null, options);
  }
}

/** Many phones can use only one of their cameras at a time. There the open one makes room for the next. */
async function openSecondCamera(deviceId: string | null, { isOutdated, isOtherOpen, release }: SecondCameraOptions) {
  try {
    return await openCamera(deviceId);
  } catch (error) {
    const isTaken = error instanceof CameraError && error.fault === 'in-use';
    if (!isTaken || !isOtherOpen() || isOutdated()) throw error;
    release();
    return await openCamera(deviceId);
  }
}

interface HoldOptions {
  readonly onEnded: () => void;
  readonly onBlurred: (isBlurred: boolean) => void;
}

/** Follows an open camera. Returns how to release it. */
function hold({ stream, track }: OpenCamera, { onEnded, onBlurred }: HoldOptions): () => void {
  // The system's own settings can change the blur as well.
  const reportBlur = () => onBlurred(isBlurred(track));
  track.addEventListener('ended', onEnded);
  track.addEventListener('configurationchange', reportBlur);
  return () => {
    track.removeEventListener('ended', onEnded);
    track.removeEventListener('configurationchange', reportBlur);
    stop(stream);
  };
}

const stop = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop());
