import { Switch } from '../../../ui/switch.tsx';
import type { Camera, Microphone } from '../session/call-events.ts';
import { DeviceSelect } from './device-select.tsx';
import { withCurrent } from './use-devices.ts';
import type { Device } from './use-devices.ts';

interface CameraFieldProps {
  camera: Camera;
  cameras: readonly Device[];
  offText: string;
  onChoose: (deviceId: string) => void;
  onBlur: (isOn: boolean) => void;
}

export function CameraField({ camera, cameras, offText, onChoose, onBlur }: CameraFieldProps) {
  if (camera.phase !== 'on') {
    const text = camera.phase === 'starting' ? 'Waiting for your camera...' : offText;
    // If the default one cannot be opened, another one may.
    return <DeviceSelect label="Camera" value="" devices={cameras} emptyText={text} onChoose={onChoose} />;
  }
  return (
    <>
      <DeviceSelect
        label="Camera"
        value={camera.deviceId}
        devices={withCurrent(cameras, camera)}
        emptyText={offText}
        onChoose={onChoose}
      />
      {camera.canBlur && <Switch label="Blur your background" isOn={camera.isBlurred} onChange={onBlur} />}
    </>
  );
}

interface MicrophoneFieldProps {
  microphone: Microphone;
  microphones: readonly Device[];
  onChoose: (deviceId: string) => void;
}

export function MicrophoneField({ microphone, microphones, onChoose }: MicrophoneFieldProps) {
  const isOpen = microphone.phase === 'open';
  return (
    <DeviceSelect
      label="Microphone"
      value={isOpen ? microphone.deviceId : ''}
      devices={isOpen ? withCurrent(microphones, microphone) : microphones}
      emptyText={microphone.phase === 'asking' ? 'Waiting for your microphone...' : 'No microphone'}
      onChoose={onChoose}
    />
  );
}
