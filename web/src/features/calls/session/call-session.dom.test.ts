import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { createCallSession } from './call-session.ts';
import type { StartsWith } from './call-session.ts';

/** The cameras of this browser can blur. */
class StandInTrack extends EventTarget {
  contentHint = '';
  readyState = 'live';
  label = 'Front';
  isBlurred = false;
  stop() {
    this.readyState = 'ended';
  }
  getSettings = () => ({ deviceId: 'front', backgroundBlur: this.isBlurred });
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

beforeEach(() => {
  vi.stubGlobal('AudioContext', StandInContext);
  const getUserMedia = async ({ video }: MediaStreamConstraints) => {
    if (!video) throw new DOMException('', 'NotFoundError');
    const tracks = [new StandInTrack()];
    return { getTracks: () => tracks, getVideoTracks: () => tracks };
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

const preview: StartsWith = { cameraId: null, microphoneId: null, isCameraOn: true, isBlurWanted: true };

test('[CALL-424] a call starts with the background blurred as in the preview', async () => {
  const { session, camera } = await startCall(preview);
  expect(camera()).toMatchObject({ phase: 'on', isBlurred: true });
  session.dispatch({ type: 'window-closed' });
});

test('[CALL-424] a camera that was off in the preview is turned on with the background blurred', async () => {
  const { session, camera } = await startCall({ ...preview, isCameraOn: false });
  session.turnCameraOn(null);
  await settled();
  expect(camera()).toMatchObject({ phase: 'on', isBlurred: true });
  session.dispatch({ type: 'window-closed' });
});
