import type { ChatDetail } from '@chat-app/contract';
import { Video, VideoOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useMe } from '../../../../api/me.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { Alert, AlertButton, cameraFaultTexts, microphoneFaultTexts } from '../call-alerts.tsx';
import { CameraField, MicrophoneField } from '../device-fields.tsx';
import { MicrophoneLevel } from '../microphone-level.tsx';
import { RoundButton } from '../round-button.tsx';
import { useDevices } from '../use-devices.ts';
import { OwnVideo } from '../video/own-picture.tsx';
import type { PreviewDevices, PreviewView } from './preview-devices.ts';

interface CallPreviewProps {
  chat: ChatDetail;
  devices: PreviewDevices;
  /** The call is being started. */
  isPending: boolean;
  onJoin: () => void;
  onCancel: () => void;
}

/** What the others will see and hear. Nobody is called before the click. */
export function CallPreview({ chat, devices, isPending, onJoin, onCancel }: CallPreviewProps) {
  const view = useSyncExternalStore(devices.subscribe, devices.getView);
  const isJoining = chat.calling !== null;
  return (
    <div className="h-full overflow-y-auto bg-canvas [container:call/size]">
      <div className="mx-auto flex min-h-full w-full max-w-[880px] flex-col items-center justify-center gap-4 px-4 py-6 call-low:py-2">
        <div className="max-w-full text-center">
          <h1 className="text-20 font-semibold call-low:text-15">{isJoining ? 'Join video call' : 'Video call'}</h1>
          <p className="mt-0.5 text-muted call-low:hidden">
            <bdi className="block truncate">{chat.name}</bdi>
          </p>
        </div>
        <Faults view={view} devices={devices} />
        <div className="flex w-full flex-col items-stretch justify-center gap-5 call-wide:flex-row">
          <PreviewPicture view={view} devices={devices} />
          <PreviewSettings view={view} devices={devices} />
        </div>
        <div className="flex w-full max-w-[420px] gap-3">
          <Button variant="secondary" isFullWidth onClick={onCancel}>
            Cancel
          </Button>
          <Button
            variant="success"
            isFullWidth
            isBusy={isPending}
            // The devices are handed over to the call, so it is known first which ones they are.
            disabled={view.camera.phase === 'starting'}
            onClick={onJoin}
          >
            <Video aria-hidden="true" className="size-4.5" />
            {isJoining ? 'Join' : 'Start call'}
          </Button>
        </div>
      </div>
    </div>
  );
}

interface PreviewPartProps {
  view: PreviewView;
  devices: PreviewDevices;
}

function Faults({ view: { camera, microphone }, devices }: PreviewPartProps) {
  return (
    <div role="alert" className="flex w-full max-w-[560px] flex-col gap-2 empty:hidden">
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
  );
}

/** A low frame has no room for the picture, but the camera can be turned off there, too. */
function PreviewPicture({ view: { camera, picture }, devices }: PreviewPartProps) {
  const me = useMe();
  const isOn = camera.phase !== 'off';
  return (
    <div className="relative aspect-video max-h-[46cqh] min-w-0 flex-[3] self-center call-narrow:w-full call-low:aspect-auto call-low:max-h-none call-low:flex-none">
      <div className="absolute inset-0 overflow-hidden rounded-card bg-raised shadow-card call-low:hidden">
        {picture ? (
          <OwnVideo stream={picture} isBusy={false} />
        ) : (
          <span className="absolute inset-0 flex flex-col items-center justify-center gap-3 pb-14 text-13 text-muted">
            <Avatar src={me.avatar} name={me.name} className="size-20 text-28" />
            {isOn ? <Spinner /> : 'Your camera is off'}
          </span>
        )}
      </div>
      <div className="absolute inset-x-0 bottom-2 flex justify-center call-low:static">
        <RoundButton
          label={isOn ? 'Turn camera off' : 'Turn camera on'}
          caption=""
          icon={isOn ? <Video aria-hidden="true" /> : <VideoOff aria-hidden="true" />}
          isOn={isOn}
          onClick={() => (isOn ? devices.turnCameraOff() : devices.turnCameraOn(null))}
        />
      </div>
    </div>
  );
}

function PreviewSettings({ view: { camera, microphone }, devices }: PreviewPartProps) {
  const hasMicrophone = microphone.phase === 'open';
  const { cameras, microphones } = useDevices(camera.phase, microphone.phase);
  return (
    <div className="flex min-w-0 flex-[2] flex-col justify-center gap-4">
      <CameraField
        camera={camera}
        cameras={cameras}
        offText="Off"
        onChoose={devices.turnCameraOn}
        onBlur={devices.setBlur}
      />
      <div className="flex flex-col gap-2">
        <MicrophoneField microphone={microphone} microphones={microphones} onChoose={devices.openMicrophone} />
        <MicrophoneLevel session={devices} isOn={hasMicrophone} />
      </div>
    </div>
  );
}
