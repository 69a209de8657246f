import type { MicrophoneFault } from '../session/call-events.ts';
import { createInputDevice } from './input-device.ts';
import type { InputDevice } from './input-device.ts';
import { MicrophoneError, openMicrophone } from './microphone.ts';
import type { OpenMicrophone } from './microphone.ts';

interface AudioInputOptions {
  readonly context: AudioContext;
  /** The track to send over direct connections; null sends nothing. */
  readonly onTrack: (track: MediaStreamTrack | null) => void;
  readonly onChunk: (dataUrl: string) => void;
  readonly onOpened: (microphone: OpenMicrophone) => void;
  readonly onMissing: (fault: MicrophoneFault) => void;
  /** Only the browser's own noise suppression is possible here, or the other one has stopped working. */
  readonly onSuppressionFailed: () => void;
}

/** The microphone in use. Its audio leaves as a track (direct connections) and as chunks (through the server). */
export function createAudioInput(options: AudioInputOptions) {
  const { context, onTrack, onChunk, onOpened, onMissing } = options;
  let inUse: InputDevice | null = null;
  let isSuppressing = false;
  let sending = { isSending: false, isRelaying: false };
  let attempt = 0;

  function apply() {
    inUse?.setSending(sending);
    onTrack(sending.isSending && inUse ? inUse.track() : null);
  }

  function closeDevice() {
    inUse?.close();
    inUse = null;
  }

  function suppress(device: InputDevice) {
    return device.setSuppressed(isSuppressing).catch(() => {
      if (device === inUse && isSuppressing) options.onSuppressionFailed();
    });
  }

  /** Falls back to the system's default microphone. */
  function handleDisconnected() {
    closeDevice();
    apply();
    void tryToOpen(null, 'lost');
  }

  async function tryToOpen(deviceId: string | null, faultIfNone?: MicrophoneFault) {
    attempt += 1;
    const ownAttempt = attempt;
    try {
      const microphone = await openMicrophone(deviceId);
      if (ownAttempt !== attempt) return microphone.track.stop();
      const device = createInputDevice({
        context,
        microphone,
        onChunk,
        onDisconnected: handleDisconnected,
        onTrackChange: apply,
        onSuppressionFailed: options.onSuppressionFailed,
      });
      closeDevice();
      inUse = device;
      apply();
      void suppress(device);
      return onOpened(microphone);
    } catch (error) {
      const fault = error instanceof MicrophoneError ? error.fault : 'failed';
      // If another device cannot be opened, the current one stays in use.
      if (ownAttempt === attempt && !inUse) onMissing(faultIfNone ?? fault);
    }
    return undefined;
  }

  return {
    open: (deviceId: string | null) => void tryToOpen(deviceId),
    setSending: (next: { isSending: boolean; isRelaying: boolean }) => {
      sending = next;
      apply();
    },
    /** Can be turned on and off while the microphone is in use. */
    setSuppressing: (isOn: boolean) => {
      isSuppressing = isOn;
      if (inUse) void suppress(inUse);
    },
    level: () => inUse?.level() ?? 0,
    close: () => {
      attempt += 1;
      closeDevice();
    },
  };
}
