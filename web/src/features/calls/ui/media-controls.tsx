import { camerasFullText, limits } from '@chat-app/contract';
import { ScreenShare, ScreenShareOff, Video, VideoOff } from 'lucide-react';
import type { ActiveCall } from '../session/call-events.ts';
import type { CallSession } from '../session/call-session.ts';
import { otherSharerOf } from './call-screen.ts';
import { RoundButton } from './round-button.tsx';

interface MediaControlProps {
  session: CallSession;
  call: ActiveCall;
}

export function CameraControl({ session, call }: MediaControlProps) {
  const isOn = call.camera.phase !== 'off';
  return (
    <RoundButton
      label={isOn ? 'Turn camera off' : 'Turn camera on'}
      caption="Camera"
      icon={isOn ? <Video aria-hidden="true" /> : <VideoOff aria-hidden="true" />}
      isOn={isOn}
      reason={cameraRefusal(call)}
      onClick={() => (isOn ? session.turnCameraOff() : session.turnCameraOn(null))}
    />
  );
}

/** Why this user's camera cannot be turned on. */
export function cameraRefusal({ camera, cameraIds, myId }: Pick<ActiveCall, 'camera' | 'cameraIds' | 'myId'>) {
  const othersCount = cameraIds.filter((id) => id !== myId).length;
  return camera.phase === 'off' && othersCount >= limits.callCamerasMax ? camerasFullText : null;
}

interface ScreenControlProps extends MediaControlProps {
  /** Another participant shares their screen. Not needed where one's own is only stopped. */
  onReplace?: () => void;
}

/** Phones cannot share their screen. */
export function ScreenControl({ session, call, onReplace }: ScreenControlProps) {
  if (typeof navigator.mediaDevices?.getDisplayMedia !== 'function') return null;
  const isOn = call.screen.phase === 'on';
  const share = () => (otherSharerOf(call) !== null ? onReplace?.() : session.shareScreen());
  return (
    <RoundButton
      label={isOn ? 'Stop sharing' : 'Share screen'}
      caption={isOn ? 'Stop' : 'Share'}
      icon={isOn ? <ScreenShareOff aria-hidden="true" /> : <ScreenShare aria-hidden="true" />}
      isOn={isOn}
      disabled={call.screen.phase === 'choosing'}
      onClick={() => (isOn ? session.stopSharing() : share())}
    />
  );
}
