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
}

/** The microphone in use. Its audio leaves as a track (direct connections) and as chunks (through the server). */
export function createAudioInput({ context, onTrack, onChunk, onOpened, onMissing }: AudioInputOptions) {
  let inUse: { device: InputDevice; track: MediaStreamTrack } | null = null;
  let sending = { isSending: false, isRelaying: false };
  let attempt = 0;

  function apply() {
    inUse?.device.setSending(sending);
    onTrack(sending.isSending && inUse ? inUse.track : null);
  }

  function closeDevice() {
    inUse?.device.close();
    inUse = null;
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
      const device = createInputDevice({ context, microphone, onChunk, onDisconnected: handleDisconnected });
      closeDevice();
      inUse = { device, track: microphone.track };
      apply();
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
    level: () => inUse?.device.level() ?? 0,
    close: () => {
      attempt += 1;
      closeDevice();
    },
  };
}
