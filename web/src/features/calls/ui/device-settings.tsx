import { Switch } from '../../../ui/switch.tsx';
import type { ActiveCall } from '../session/call-events.ts';
import type { CallSession } from '../session/call-session.ts';
import { DeviceSelect } from './device-select.tsx';
import { useDevices, withCurrent } from './use-devices.ts';
import type { SpeakerChoice } from './use-speaker.ts';

interface DeviceSettingsProps {
  session: CallSession;
  call: ActiveCall;
  speaker: SpeakerChoice;
}

/** Camera, microphone and speaker of a call. */
export function DeviceSettings({ session, call: { camera, microphone }, speaker }: DeviceSettingsProps) {
  const [hasCamera, hasMicrophone] = [camera.phase === 'on', microphone.phase === 'open'];
  const { cameras, microphones } = useDevices({ hasCamera, hasMicrophone });
  return (
    <div className="flex flex-col gap-4">
      <DeviceSelect
        label="Camera"
        value={hasCamera ? camera.deviceId : ''}
        devices={hasCamera ? withCurrent(cameras, camera) : []}
        emptyText="Turn your camera on to choose one."
        onChoose={session.turnCameraOn}
      />
      {hasCamera && camera.canBlur && (
        <Switch label="Blur your background" isOn={camera.isBlurred} onChange={session.setBlur} />
      )}
      <DeviceSelect
        label="Microphone"
        value={hasMicrophone ? microphone.deviceId : ''}
        devices={hasMicrophone ? withCurrent(microphones, microphone) : []}
        emptyText="No microphone"
        onChoose={session.openMicrophone}
      />
      {speaker.devices.length > 0 && (
        <DeviceSelect
          label="Speaker"
          value={speaker.id}
          devices={speaker.devices}
          emptyText=""
          onChoose={speaker.choose}
        />
      )}
    </div>
  );
}
