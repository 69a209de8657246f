import type { MicrophoneFault } from '../session/call-events.ts';

export interface OpenMicrophone {
  readonly stream: MediaStream;
  readonly track: MediaStreamTrack;
  readonly label: string;
  readonly deviceId: string;
}

/** States why no microphone could be opened. */
export class MicrophoneError extends Error {
  constructor(readonly fault: MicrophoneFault) {
    super(fault);
  }
}

/** May show the browser's permission prompt. Null selects the system's default device. */
export async function openMicrophone(deviceId: string | null): Promise<OpenMicrophone> {
  // Browsers hide `mediaDevices` from pages loaded over plain HTTP.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!devices) throw new MicrophoneError('failed');
  try {
    const stream = await devices.getUserMedia({
      audio: {
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
        channelCount: 1,
        ...(deviceId !== null && { deviceId: { exact: deviceId } }),
      },
    });
    const [track] = stream.getAudioTracks();
    if (!track) throw new MicrophoneError('none');
    return { stream, track, label: track.label, deviceId: track.getSettings().deviceId ?? '' };
  } catch (error) {
    throw error instanceof MicrophoneError ? error : new MicrophoneError(faultOf(error));
  }
}

function faultOf(error: unknown): MicrophoneFault {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none';
  return 'failed';
}
