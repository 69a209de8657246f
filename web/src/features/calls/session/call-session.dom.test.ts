import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
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

const settled = () => new Promise((resolve) => setTimeout(resolve));

async function startCall(startsWith: StartsWith) {
  const session = createCallSession({ chatId: asId('chat'), myId: asId('me'), leaveCallIn: null, startsWith });
  session.start();
  await settled();
  const camera = () => {
    const { call } = session.getView();
    return call.phase === 'ended' ? null : call.camera;
  };
  onTestFinished(() => session.dispatch({ type: 'window-closed' }));
  return { session, camera };
}

const preview: StartsWith = {
  cameraId: 'chosen',
  microphoneId: null,
  isCameraOn: true,
  isBlurWanted: true,
  isMuted: false,
};

const asChosen = { phase: 'on', deviceId: 'chosen', isBlurred: true };

test('[CALL-424] [CALL-485] a call starts with the camera of the preview, its blur and its microphone', async () => {
  const { session, camera } = await startCall(preview);
  expect(camera()).toMatchObject(asChosen);
  expect(session.getView().call).toMatchObject({ talk: 'open' });
});

test('[CALL-424] [CALL-485] a camera that was off in the preview is turned on as chosen there; muted stays muted', async () => {
  const { session, camera } = await startCall({ ...preview, isCameraOn: false, isMuted: true });
  session.turnCameraOn(null);
  await vi.waitFor(() => expect(camera()).toMatchObject(asChosen));
  expect(session.getView().call).toMatchObject({ talk: 'muted' });
});

const cameraToasts = () =>
  useToasts
    .getState()
    .toasts.filter(({ title }) => title.includes('camera'))
    .map(({ title, message }) => `${title}: ${message}`);

test.each([
  ['denied', () => (error = 'NotAllowedError'), () => {}],
  ['in-use', () => (error = 'NotReadableError'), () => {}],
  ['lost', () => {}, () => tracks[0]?.dispatchEvent(new Event('ended'))],
])('[CALL-424] why a camera is not on (%s) is said once, by the alert', async (fault, before, afterwards) => {
  before();
  const { camera } = await startCall(preview);
  afterwards();
  expect([camera(), cameraToasts()]).toEqual([{ phase: 'off', fault }, []]);
});

test('[CALL-424] a toast says that the camera could not be changed and the one in use stays on', async () => {
  const { session, camera } = await startCall(preview);
  error = 'OverconstrainedError';
  session.turnCameraOn('gone');
  await settled();
  expect(camera()).toMatchObject({ phase: 'on', deviceId: 'chosen' });
  expect(cameraToasts()).toEqual(['Failed to change the camera: The one in use stays on']);
});
