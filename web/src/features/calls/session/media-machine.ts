import type { ShownMedia } from '@chat-app/contract';
import type { ActiveCall, CallEffect, CallEvent, CameraFault } from './call-events.ts';
import { isJoined, stay } from './transition.ts';
import type { Step, Transitions } from './transition.ts';

type MediaEvent = `camera-${string}` | `screen-${string}` | `media-${string}` | 'blur-requested';

/** The camera and the screen of this participant, and what the server says about those of all. */
export const mediaTransitions: Transitions<Extract<CallEvent['type'], MediaEvent>> = {
  'camera-requested': (state, { deviceId }) => {
    if (state.phase === 'awaiting-rejoin') return stay(state);
    // A camera in use stays in use until the next one is open.
    const camera = state.camera.phase === 'on' ? state.camera : ({ phase: 'starting' } as const);
    return stay({ ...state, camera }, [{ type: 'open-camera', deviceId }]);
  },
  'camera-opened': (state, { type: _type, ...details }) =>
    state.camera.phase === 'off'
      ? stay(state, [{ type: 'close-camera' }])
      : stay({ ...state, camera: { phase: 'on', ...details } }),
  'camera-failed': (state, { fault }) => stay({ ...state, camera: { phase: 'off', fault } }),
  'camera-turned-off': (state) => turnCameraOff(state),
  'camera-refused': (state) => (state.camera.phase === 'on' ? turnCameraOff(state) : stay(state)),
  'blur-requested': (state, { isOn }) =>
    stay(state, state.camera.phase === 'on' && state.camera.canBlur ? [{ type: 'blur-camera', isOn }] : []),
  'camera-blurred': (state, { isBlurred }) =>
    stay(state.camera.phase === 'on' ? { ...state, camera: { ...state.camera, isBlurred } } : state),

  'screen-requested': (state) =>
    state.screen.phase === 'off' && state.phase !== 'awaiting-rejoin'
      ? stay({ ...state, screen: { phase: 'choosing' } }, [{ type: 'open-screen' }])
      : stay(state),
  'screen-opened': (state, { hasSound }) =>
    state.screen.phase === 'choosing'
      ? stay({ ...state, screen: { phase: 'on', hasSound } })
      : stay(state, [{ type: 'close-screen' }]),
  'screen-stopped': (state) => (state.screen.phase === 'off' ? stay(state) : stopSharing(state)),

  'media-listed': (state, { cameraIds, screenId }) => {
    const next = { ...state, cameraIds, screenId };
    return isReplaced(state, screenId) ? stopSharing(next) : stay(next);
  },
  'media-accepted': (state) =>
    stay(state.screen.phase === 'on' ? { ...state, screen: { ...state.screen, isAccepted: true } } : state),
  'media-refused': (state) => {
    const next = isCameraUnlisted(state) ? turnCameraOff(state, 'refused') : stay(state);
    if (state.screen.phase !== 'on' || state.screenId === state.myId) return next;
    const effects = [...next.effects, { type: 'close-screen' }, { type: 'report-screen-refused' }] as const;
    return { state: { ...next.state, screen: { phase: 'off' } }, effects };
  },
};

function turnCameraOff(state: ActiveCall, fault?: CameraFault): Step {
  return stay({ ...state, camera: { phase: 'off', ...(fault && { fault }) } }, [{ type: 'close-camera' }]);
}

/** What the server lists stays on: then only a change of something else was refused. */
const isCameraUnlisted = ({ camera, cameraIds, myId }: ActiveCall) =>
  camera.phase === 'on' && !cameraIds.includes(myId);

const stopSharing = (state: ActiveCall): Step =>
  stay({ ...state, screen: { phase: 'off' } }, [{ type: 'close-screen' }]);

/** Whether another participant has taken over. A list from before one's own share says nothing about that. */
function isReplaced({ myId, screen, screenId: before }: ActiveCall, screenId: ActiveCall['screenId']): boolean {
  if (screen.phase !== 'on' || screenId === null || screenId === myId) return false;
  return before === myId || screen.isAccepted === true;
}

/** After sleep this device is in no call. */
export function withoutMedia(state: ActiveCall): Step {
  const effects: CallEffect[] = [];
  if (state.camera.phase !== 'off') effects.push({ type: 'close-camera' });
  if (state.screen.phase !== 'off') effects.push({ type: 'close-screen' });
  return stay({ ...state, camera: { phase: 'off' }, screen: { phase: 'off' } }, effects);
}

/**
 * What the server has to be sent: every change, and whatever its list says differently. So what was on before a lost
 * connection is announced only after the list has shown whether somebody else has taken over meanwhile.
 */
export function announcementOf(before: ActiveCall, after: ActiveCall, event: CallEvent): ShownMedia | null {
  if (!isJoined(after)) return null;
  const [was, is] = [shownBy(before), shownBy(after)];
  const isChanged = was.isCameraOn !== is.isCameraOn || was.isScreenShared !== is.isScreenShared;
  const isListedWrongly =
    event.type === 'media-listed' &&
    (after.cameraIds.includes(after.myId) !== is.isCameraOn || (after.screenId === after.myId) !== is.isScreenShared);
  return isChanged || isListedWrongly ? is : null;
}

const shownBy = ({ camera, screen }: ActiveCall): ShownMedia => ({
  isCameraOn: camera.phase === 'on',
  isScreenShared: screen.phase === 'on',
});
