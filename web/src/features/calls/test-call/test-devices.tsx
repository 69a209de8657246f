import { Alert, AlertButton, cameraFaultTexts, microphoneFaultTexts } from '../ui/call-alerts.tsx';
import { MicrophoneField } from '../ui/device-fields.tsx';
import { DeviceSelect } from '../ui/device-select.tsx';
import { MicrophoneLevel } from '../ui/microphone-level.tsx';
import type { PreviewDevices, PreviewView } from '../ui/preview/preview-devices.ts';
import { useDevices, withCurrent } from '../ui/use-devices.ts';

interface TestDevicesProps {
  devices: PreviewDevices;
  view: PreviewView;
}

/** The devices that are tested, and what is wrong with them. */
export function TestDevices({ devices, view: { camera, microphone } }: TestDevicesProps) {
  const { cameras, microphones } = useDevices(camera.phase, microphone.phase);
  return (
    <>
      <div role="alert" className="flex flex-col gap-2 empty:hidden">
        {camera.phase === 'off' && camera.fault !== undefined && (
          <Alert text={cameraFaultTexts[camera.fault]}>
            <AlertButton label="Try again" onClick={() => devices.turnCameraOn(null)} />
          </Alert>
        )}
        {microphone.phase === 'missing' && (
          <Alert text={microphoneFaultTexts[microphone.fault]}>
            <AlertButton label="Try again" onClick={() => devices.openMicrophone(null)} />
          </Alert>
        )}
      </div>
      <DeviceSelect
        label="Camera"
        value={camera.phase === 'on' ? camera.deviceId : ''}
        devices={camera.phase === 'on' ? withCurrent(cameras, camera) : cameras}
        emptyText={camera.phase === 'starting' ? 'Waiting for your camera...' : 'No camera'}
        onChoose={devices.turnCameraOn}
      />
      <div className="flex flex-col gap-2">
        <MicrophoneField microphone={microphone} microphones={microphones} onChoose={devices.openMicrophone} />
        <MicrophoneLevel session={devices} isOn={microphone.phase === 'open'} />
      </div>
    </>
  );
}
