import { callMediaToasts } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';
import { showToast } from '../../../state/toasts.ts';
import type { Mixer } from '../audio/mixer.ts';
import { createScreenSound } from '../audio/screen-sound.ts';
import type { MediaSource } from '../mesh/media-source.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { newCamera, nextGrowth } from '../video/camera-growth.ts';
import type { CameraLoad } from '../video/camera-growth.ts';
import { createCameraInput } from '../video/camera-input.ts';
import { encodingsByReceiver } from '../video/encodings.ts';
import { createRemoteVideos } from '../video/remote-videos.ts';
import type { RemoteVideos } from '../video/remote-videos.ts';
import { createScreenInput } from '../video/screen-input.ts';
import type { ActiveCall, CallEvent } from './call-events.ts';

/** What the window shows of cameras and screens. */
export interface VideoView extends RemoteVideos {
  readonly ownCamera: MediaStream | null;
  readonly ownScreen: MediaStream | null;
}

interface VideoResourcesOptions {
  readonly mixer: Mixer;
  /** The mesh needs these resources as well. */
  readonly mesh: () => Mesh;
  readonly dispatch: (event: CallEvent) => void;
  readonly show: (view: Partial<VideoView>) => void;
}

/** The cameras and screens of a call: those of this participant and those of the others. */
export function openVideoResources({ mixer, mesh, dispatch, show }: VideoResourcesOptions) {
  const remote = createRemoteVideos(show);
  const screenSound = createScreenSound(mixer);
  let growth = newCamera;
  let encodings = encodingsByReceiver({ receiverCount: 1, cameraCount: 1, sharerId: null });
  const camera = createCameraInput({
    onStream: (ownCamera) => {
      growth = newCamera;
      mesh().setTrack('camera', ownCamera?.getVideoTracks()[0] ?? null);
      show({ ownCamera });
    },
    onOpened: (details) => dispatch({ type: 'camera-opened', ...details }),
    // An alert says why.
    onFailed: (fault) => dispatch({ type: 'camera-failed', fault }),
    onKept: () => showToast(callMediaToasts.cameraChangeFailed),
    onBlurred: (isBlurred) => dispatch({ type: 'camera-blurred', isBlurred }),
  });
  const screen = createScreenInput({
    onStream: (ownScreen) => {
      mesh().setTrack('screen', ownScreen?.getVideoTracks()[0] ?? null);
      mesh().setTrack('screenSound', ownScreen?.getAudioTracks()[0] ?? null);
      show({ ownScreen });
    },
    onOpened: (opened) => dispatch({ type: 'screen-opened', ...opened }),
    onStopped: () => dispatch({ type: 'screen-stopped' }),
    onFailed: () => showToast(callMediaToasts.screenFailed),
  });
  return {
    camera,
    screen,
    isAwaitingFrames: remote.isAwaitingFrames,
    setFrames: remote.setFrames,
    /** Follows how well this computer copes with its camera. */
    setLoad: (load: CameraLoad) => {
      const { size } = growth;
      growth = nextGrowth(growth, load);
      // How much a picture is scaled depends on the size of its camera.
      if (growth.size !== size) void camera.resize(growth.size).then(() => mesh().setEncodings(encodings));
    },
    setTrack: (userId: UserId, source: Exclude<MediaSource, 'microphone'>, track: MediaStreamTrack) => {
      if (source === 'screenSound') screenSound.setTrack(userId, track);
      else remote.setTrack(userId, source, track);
    },
    removeParticipant: (userId: UserId) => {
      remote.removeParticipant(userId);
      screenSound.removeParticipant(userId);
    },
    /** Follows who is in the call and what they show. */
    follow: (before: ActiveCall, after: ActiveCall) => {
      if (before.cameraIds !== after.cameraIds || before.screenId !== after.screenId) {
        remote.setShown({ ...after, cameraIds: after.cameraIds.filter((id) => id !== after.myId) });
        screenSound.setSharedBy(after.screenId === after.myId ? null : after.screenId);
      }
      const [was, is] = [loadOf(before), loadOf(after)];
      const isSame =
        was.receiverCount === is.receiverCount && was.cameraCount === is.cameraCount && was.sharerId === is.sharerId;
      if (isSame) return;
      encodings = encodingsByReceiver(is);
      mesh().setEncodings(encodings);
    },
    close: () => {
      camera.close();
      screen.close();
    },
  };
}

const loadOf = ({ myId, others, cameraIds, screenId, screen }: ActiveCall) => ({
  receiverCount: others.length,
  cameraCount: cameraIds.length,
  sharerId: screen.phase === 'on' ? myId : screenId,
});
