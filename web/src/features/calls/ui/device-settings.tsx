import { setCallSetting, useCallSettings } from '../../../state/call-settings.ts';
import { Switch } from '../../../ui/switch.tsx';
import type { ActiveCall } from '../session/call-events.ts';
import type { CallSession } from '../session/call-session.ts';
import { CameraField, MicrophoneField } from './device-fields.tsx';
import { DeviceSelect } from './device-select.tsx';
import { useDevices } from './use-devices.ts';
import type { SpeakerChoice } from './use-speaker.ts';

interface DeviceSettingsProps {
  session: CallSession;
  call: ActiveCall;
  speaker: SpeakerChoice;
}

/** Camera, microphone and speaker of a call. */
export function DeviceSettings({ session, call: { camera, microphone }, speaker }: DeviceSettingsProps) {
  const { cameras, microphones } = useDevices(camera.phase, microphone.phase);
  const suppressesNoise = useCallSettings((state) => state.suppressesNoise);
  return (
    <div className="flex flex-col gap-4">
      <CameraField
        camera={camera}
        cameras={cameras}
        offText={cameras.length > 0 ? 'Off' : 'Turn your camera on to choose one.'}
        onChoose={session.turnCameraOn}
        onBlur={session.setBlur}
      />
      <MicrophoneField microphone={microphone} microphones={microphones} onChoose={session.openMicrophone} />
      <Switch
        label="Noise suppression"
        isOn={suppressesNoise}
        onChange={(isOn) => setCallSetting('suppressesNoise', isOn)}
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
