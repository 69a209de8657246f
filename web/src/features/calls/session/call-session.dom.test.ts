import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { settled, standInForAudioGraph, standInForDevices, StandInTrack } from '../../../../test/stand-in-media.ts';
import { unheard } from '../../../../test/unheard-mesh.ts';
import { useToasts } from '../../../state/toasts.ts';
import { createMixer } from '../audio/mixer.ts';
import { createMesh } from '../mesh/mesh.ts';
import { createCallSession } from './call-session.ts';
import type { StartsWith } from './call-session.ts';
import { openVideoResources } from './video-resources.ts';

let tracks: StandInTrack[] = [];
/** Why no further camera can be opened. */
let error: string | null = null;

beforeEach(() => {
  error = null;
  standInForAudioGraph();
  tracks = standInForDevices(async (kind, { deviceId }) => {
    if (kind === 'audio') throw new DOMException('', 'NotFoundError');
    if (error !== null) throw new DOMException('', error);
    return new StandInTrack(deviceId?.exact ?? 'default');
  });
});

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
  cameraId: 'chosen, can blur',
  microphoneId: null,
  isCameraOn: true,
  isBlurWanted: true,
  isMuted: false,
};

const asChosen = { phase: 'on', deviceId: 'chosen, can blur', isBlurred: true };

test.each([
  ['on', 'open'],
  ['off', 'muted'],
])(
  '[CALL-424] [CALL-485] a camera that was %s in the preview is on as chosen there, the microphone %s',
  async (was, talk) => {
    const isCameraOn = was === 'on';
    const { session, camera } = await startCall({ ...preview, isCameraOn, isMuted: talk === 'muted' });
    if (!isCameraOn) session.turnCameraOn(null);
    await vi.waitFor(() => expect(camera()).toMatchObject(asChosen));
    expect(session.getView().call).toMatchObject({ talk });
  },
);

const cameraToasts = () =>
  useToasts
    .getState()
    .toasts.filter(({ title }) => title.includes('camera'))
    .map(({ title, message }) => `${title}: ${message}`);

test.each([
  ['denied', 'NotAllowedError'],
  ['in-use', 'NotReadableError'],
  ['lost', null],
])('[CALL-424] why a camera is not on (%s) is said once, by the alert', async (fault, name) => {
  error = name;
  const { camera } = await startCall(preview);
  if (name === null) tracks[0]?.dispatchEvent(new Event('ended'));
  expect([camera(), cameraToasts()]).toEqual([{ phase: 'off', fault }, []]);
});

test('[CALL-424] a toast says that the camera could not be changed and the one in use stays on', async () => {
  const { session, camera } = await startCall(preview);
  error = 'OverconstrainedError';
  session.turnCameraOn('gone');
  await settled();
  expect(camera()).toMatchObject({ phase: 'on', deviceId: 'chosen, can blur' });
  expect(cameraToasts()).toEqual(['Failed to change the camera: The one in use stays on']);
});

test('[CALL-496] the camera of a call grows and shrinks by the measurements, and the next one starts small', async () => {
  tracks = standInForDevices(async (_kind, constraints) => new StandInTrack('camera', constraints));
  const ignore = () => {};
  const [mixer, report] = [createMixer({ onBlocked: ignore }), { isSending: true, isBusy: false }];
  const resources = openVideoResources({ mixer, mesh: () => mesh, dispatch: ignore, show: ignore });
  const mesh = createMesh({
    myId: asId('me'),
    iceServers: async () => [],
    send: ignore,
    ...unheard,
    onLoad: resources.setLoad,
  });
  const widthAfter = async (count: number, isBusy: boolean) => {
    for (let measured = 0; measured < count; measured += 1) resources.setLoad({ ...report, isBusy });
    await settled();
    return tracks.at(-1)?.constraints.width?.ideal;
  };
  resources.camera.open(null);
  await settled();
  expect([await widthAfter(1, false), await widthAfter(1, false), await widthAfter(3, true)]).toEqual([640, 1280, 640]);
  resources.camera.close();
  resources.camera.open(null);
  await settled();
  expect([await widthAfter(0, false), await widthAfter(2, false)]).toEqual([640, 1280]);
  resources.close();
  mesh.close();
  mixer.close();
});
