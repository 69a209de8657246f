import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { useToasts } from '../../../state/toasts.ts';
import { createCallSession } from './call-session.ts';
import type { StartsWith } from './call-session.ts';

/** The cameras of this browser can blur. */
class StandInTrack extends EventTarget {
  contentHint = '';
  readyState = 'live';
  isBlurred = false;
  constructor(readonly label: string) {
    super();
  }
  stop() {
    this.readyState = 'ended';
  }
  getSettings = () => ({ deviceId: this.label, backgroundBlur: this.isBlurred });
  getCapabilities = () => ({ backgroundBlur: [false, true] });
  getConstraints = () => ({});
  applyConstraints = async ({ backgroundBlur }: { backgroundBlur: boolean }) => {
    this.isBlurred = backgroundBlur;
  };
}

class StandInContext extends EventTarget {
  state = 'running';
  createGain = () => ({ connect: () => {} });
  resume = async () => {};
  close = async () => {};
}

let tracks: StandInTrack[] = [];
/** Why no further camera can be opened. */
let error: string | null = null;

beforeEach(() => {
  tracks = [];
  error = null;
  useToasts.setState({ toasts: [] });
  vi.stubGlobal('AudioContext', StandInContext);
  const getUserMedia = async ({ video }: { video?: { deviceId?: { exact: string } } }) => {
    if (!video) throw new DOMException('', 'NotFoundError');
    if (error !== null) throw new DOMException('', error);
    const track = new StandInTrack(video.deviceId?.exact ?? 'default');
    tracks.push(track);
    return { getTracks: () => [track], getVideoTracks: () => [track] };
  };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
});
afterEach(() => void vi.unstubAllGlobals());

const settled = () => new Promise((resolve) => setTimeout(resolve));

async function startCall(startsWith: StartsWith) {
  const session = createCallSession({ chatId: asId('chat'), myId: asId('me'), leaveCallIn: null, startsWith });
  session.start();
  await settled();
  const camera = () => {
    const { call } = session.getView();
    return call.phase === 'ended' ? null : call.camera;
  };
  return { session, camera };
}

const preview: StartsWith = {
  cameraId: 'chosen',
  microphoneId: null,
  isCameraOn: true,
  isBlurWanted: true,
  isMuted: false,
};

test('[CALL-424] a call starts with the camera of the preview, and its background blurred', async () => {
  const { session, camera } = await startCall(preview);
  expect(camera()).toMatchObject({ phase: 'on', deviceId: 'chosen', isBlurred: true });
  session.dispatch({ type: 'window-closed' });
});

test('[CALL-424] a camera that was turned off in the preview is turned on as it was chosen there', async () => {
  const { session, camera } = await startCall({ ...preview, isCameraOn: false });
  session.turnCameraOn(null);
  await settled();
  expect(camera()).toMatchObject({ phase: 'on', deviceId: 'chosen', isBlurred: true });
  session.dispatch({ type: 'window-closed' });
});

test.each([
  [true, 'muted'],
  [false, 'open'],
])('[CALL-485] a call that begins muted (%s) has the microphone %s', async (isMuted, talk) => {
  const { session } = await startCall({ ...preview, isMuted });
  expect(session.getView().call).toMatchObject({ talk });
  session.dispatch({ type: 'window-closed' });
});

const cameraToasts = () =>
  useToasts
    .getState()
    .toasts.filter(({ title }) => title.includes('camera'))
    .map(({ title, message }) => `${title}: ${message}`);

test.each([
  ['denied', 'NotAllowedError'],
  ['in-use', 'NotReadableError'],
])('[CALL-424] why a camera is not on (%s) is said once, by the alert', async (fault, name) => {
  error = name;
  const { session, camera } = await startCall(preview);
  expect([camera(), cameraToasts()]).toEqual([{ phase: 'off', fault }, []]);
  session.dispatch({ type: 'window-closed' });
});

test('[CALL-424] an unplugged camera is reported by the alert alone', async () => {
  const { session, camera } = await startCall(preview);
  tracks[0]?.dispatchEvent(new Event('ended'));
  expect([camera(), cameraToasts()]).toEqual([{ phase: 'off', fault: 'lost' }, []]);
  session.dispatch({ type: 'window-closed' });
});

test('[CALL-424] a toast says that the camera could not be changed and the one in use stays on', async () => {
  const { session, camera } = await startCall(preview);
  error = 'OverconstrainedError';
  session.turnCameraOn('gone');
  await settled();
  expect(camera()).toMatchObject({ phase: 'on', deviceId: 'chosen' });
  expect(cameraToasts()).toEqual(['Failed to change the camera: The one in use stays on']);
  session.dispatch({ type: 'window-closed' });
});
