import { openMicrophone, MicrophoneError } from '../../audio/microphone.ts';
import type { OpenMicrophone } from '../../audio/microphone.ts';
import type { Camera, Microphone } from '../../session/call-events.ts';
import { createCameraInput } from '../../video/camera-input.ts';

export interface PreviewView {
  readonly camera: Camera;
  readonly picture: MediaStream | null;
  readonly microphone: Microphone;
}

export type PreviewDevices = ReturnType<typeof openPreviewDevices>;

/** The camera and the microphone before a call. Nothing leaves this device. */
export function openPreviewDevices() {
  let view: PreviewView = { camera: { phase: 'off' }, picture: null, microphone: { phase: 'asking' } };
  const listeners = new Set<() => void>();
  const show = (next: Partial<PreviewView>) => {
    view = { ...view, ...next };
    listeners.forEach((listener) => listener());
  };
  const cameraInput = createCameraInput({
    onStream: (picture) => show({ picture }),
    onOpened: (details) => show({ camera: { phase: 'on', ...details } }),
    onFailed: (fault) => show({ camera: { phase: 'off', fault } }),
    onKept: () => {},
    onBlurred: (isBlurred) => view.camera.phase === 'on' && show({ camera: { ...view.camera, isBlurred } }),
  });
  const microphoneInput = createMicrophoneInput((microphone) => show({ microphone }));
  return {
    getView: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    turnCameraOn: (deviceId: string | null) => {
      // While another camera is opened, the current one stays visible.
      if (view.camera.phase === 'off') show({ camera: { phase: 'starting' } });
      cameraInput.open(deviceId);
    },
    turnCameraOff: () => {
      cameraInput.close();
      show({ camera: { phase: 'off' } });
    },
    setBlur: cameraInput.setBlur,
    cameraChoice: cameraInput.choice,
    openMicrophone: microphoneInput.open,
    microphoneLevel: microphoneInput.level,
    microphoneStream: microphoneInput.stream,
    close: () => {
      listeners.clear();
      cameraInput.close();
      microphoneInput.close();
    },
  };
}

interface Metered {
  readonly microphone: OpenMicrophone;
  readonly context: AudioContext;
  readonly meter: AnalyserNode;
}

function createMicrophoneInput(onChange: (microphone: Microphone) => void) {
  const samples = new Float32Array(512);
  let inUse: Metered | null = null;
  let attempt = 0;

  function release() {
    if (!inUse) return;
    inUse.microphone.stream.getTracks().forEach((track) => track.stop());
    void inUse.context.close();
    inUse = null;
  }

  async function open(deviceId: string | null) {
    attempt += 1;
    const ownAttempt = attempt;
    try {
      const microphone = await openMicrophone(deviceId);
      if (ownAttempt !== attempt) return microphone.track.stop();
      release();
      inUse = meterOf(microphone);
      microphone.track.addEventListener('ended', () => {
        if (inUse?.microphone !== microphone) return;
        release();
        onChange({ phase: 'missing', fault: 'lost' });
      });
      return onChange({ phase: 'open', label: microphone.label, deviceId: microphone.deviceId });
    } catch (error) {
      // If another microphone cannot be opened, the current one stays in use.
      if (ownAttempt !== attempt || inUse) return undefined;
      return onChange({ phase: 'missing', fault: error instanceof MicrophoneError ? error.fault : 'failed' });
    }
  }

  return {
    open: (deviceId: string | null) => void open(deviceId),
    stream: () => inUse?.microphone.stream ?? null,
    level: () => {
      if (!inUse) return 0;
      inUse.meter.getFloatTimeDomainData(samples);
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    },
    close: () => {
      attempt += 1;
      release();
    },
  };
}

function meterOf(microphone: OpenMicrophone): Metered {
  const context = new AudioContext();
  const meter = context.createAnalyser();
  meter.fftSize = 512;
  context.createMediaStreamSource(microphone.stream).connect(meter);
  return { microphone, context, meter };
}
