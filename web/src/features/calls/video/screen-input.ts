interface ScreenInputOptions {
  /** The captured screen; null if there is none. */
  readonly onStream: (stream: MediaStream | null) => void;
  readonly onOpened: (screen: { readonly hasSound: boolean }) => void;
  /** Nothing was chosen, or the browser's own bar ended it. */
  readonly onStopped: () => void;
  /** The browser or the system refuses. */
  readonly onFailed: () => void;
}

/** Options that the lists of the DOM do not have yet. Browsers ignore those that they do not know. */
interface CaptureOptions extends DisplayMediaStreamOptions {
  /** The call itself would show a tunnel of pictures. */
  readonly selfBrowserSurface: 'exclude';
  readonly surfaceSwitching: 'include';
  readonly systemAudio: 'include' | 'exclude';
}

const captureOptions: Omit<CaptureOptions, 'systemAudio'> = {
  video: { width: { max: 2560 }, height: { max: 1440 }, frameRate: { max: 30 } },
  audio: {
    // Processing for speech would spoil music.
    echoCancellation: false,
    noiseSuppression: false,
    autoGainControl: false,
    ...({ restrictOwnAudio: true } as object),
  },
  selfBrowserSurface: 'exclude',
  surfaceSwitching: 'include',
};

/** The screen, window or tab that is shared. One that is chosen after `close` is released at once. */
export function createScreenInput({ onStream, onOpened, onStopped, onFailed }: ScreenInputOptions) {
  let inUse: MediaStream | null = null;
  let attempt = 0;

  function close() {
    attempt += 1;
    inUse?.getVideoTracks().forEach((track) => track.removeEventListener('ended', handleEnded));
    if (inUse) stop(inUse);
    inUse = null;
    onStream(null);
  }

  function handleEnded() {
    close();
    onStopped();
  }

  function adopt(stream: MediaStream) {
    const [track] = stream.getVideoTracks();
    if (!track) {
      stop(stream);
      return onStopped();
    }
    inUse = stream;
    track.contentHint = 'detail';
    stream.getAudioTracks().forEach((sound) => {
      sound.contentHint = 'music';
    });
    track.addEventListener('ended', handleEnded);
    onStream(stream);
    return onOpened({ hasSound: stream.getAudioTracks().length > 0 });
  }

  async function open() {
    attempt += 1;
    const ownAttempt = attempt;
    try {
      const stream = await capture();
      return ownAttempt === attempt ? adopt(stream) : stop(stream);
    } catch (error) {
      if (ownAttempt !== attempt) return undefined;
      if (!isCancelled(error)) onFailed();
      return onStopped();
    }
  }

  return {
    /** Must be called in a click handler. */
    open: () => void open(),
    close,
  };
}

/** Phones have no screen capture, and browsers hide `mediaDevices` from pages loaded over plain HTTP. */
async function capture(): Promise<MediaStream> {
  const devices: Partial<MediaDevices> | undefined = navigator.mediaDevices;
  if (!devices?.getDisplayMedia) throw new DOMException('No screen capture', 'NotSupportedError');
  const options: CaptureOptions = { ...captureOptions, systemAudio: canLeaveOutCall() ? 'include' : 'exclude' };
  return devices.getDisplayMedia(options);
}

/** Otherwise the others would hear themselves in the sound of the whole system. The sound of a tab has no call in it. */
const canLeaveOutCall = () =>
  (navigator.mediaDevices.getSupportedConstraints() as { restrictOwnAudio?: boolean }).restrictOwnAudio === true;

/** Browsers use the same name when the system itself does not let the browser capture the screen. */
const isCancelled = (error: unknown) =>
  error instanceof DOMException && error.name === 'NotAllowedError' && !error.message.includes('system');

const stop = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop());
