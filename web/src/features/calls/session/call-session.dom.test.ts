import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { settled, standInForAudioGraph, standInForDevices, StandInTrack } from '../../../../test/stand-in-media.ts';
import { unheard } from '../../../../test/unheard-mesh.ts';
import { useToasts } from '../../../state/toasts.ts';
import { createMixer } from '../audio/mixer.ts';
import { createMesh } from '../mesh/mesh.ts';
import { createCallSession } from './call-session.ts';
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

const chosen = { cameraId: 'chosen, can blur', microphoneId: null, isBlurWanted: true };

/** A call that begins as chosen in the preview. */
async function startCall({ isCameraOn = true, isMuted = false } = {}) {
  const startsWith = { ...chosen, isCameraOn, isMuted };
  const session = createCallSession({ chatId: asId('chat'), myId: asId('me'), leaveCallIn: null, startsWith });
  session.start();
  onTestFinished(() => session.dispatch({ type: 'window-closed' }));
  await settled();
  return { session, call: () => session.getView().call };
}

const asChosen = { phase: 'on', deviceId: chosen.cameraId, isBlurred: true };

test.each([
  ['on', 'open'],
  ['off', 'muted'],
])(
  '[CALL-424] [CALL-485] a camera that was %s in the preview is on as chosen there, the microphone %s',
  async (was, talk) => {
    const { session, call } = await startCall({ isCameraOn: was === 'on', isMuted: talk === 'muted' });
    if (was === 'off') session.turnCameraOn(null);
    await vi.waitFor(() => expect(call()).toMatchObject({ camera: asChosen, talk }));
  },
);

const cameraToasts = () => {
  const texts = useToasts.getState().toasts.map(({ title, message }) => `${title}: ${message}`);
  return texts.filter((text) => text.includes('camera'));
};

test.each([
  ['denied', 'NotAllowedError'],
  ['in-use', 'NotReadableError'],
  ['lost', null],
])('[CALL-424] why a camera is not on (%s) is said once, by the alert', async (fault, name) => {
  error = name;
  const { call } = await startCall();
  if (name === null) tracks[0]?.dispatchEvent(new Event('ended'));
  expect(call()).toMatchObject({ camera: { phase: 'off', fault } });
  expect(cameraToasts()).toEqual([]);
});

test('[CALL-424] a toast says that the camera could not be changed and the one in use stays on', async () => {
  const { session, call } = await startCall();
  error = 'OverconstrainedError';
  session.turnCameraOn('gone');
  await settled();
  expect(call()).toMatchObject({ camera: asChosen });
  expect(cameraToasts()).toEqual(['Failed to change the camera: The one in use stays on']);
});

test('[CALL-496] the camera of a call grows and shrinks by the measurements, and the next one starts small', async () => {
  tracks = standInForDevices(async (_kind, constraints) => new StandInTrack('camera', constraints));
  const ignore = () => {};
  const [mixer, report] = [createMixer({ onBlocked: ignore }), { isSending: true, isBusy: false }];
  const resources = openVideoResources({ mixer, mesh: () => mesh, dispatch: ignore, show: ignore });
  const mesh = createMesh({ ...unheard, onLoad: resources.setLoad });
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
  expect([await widthAfter(0, false), await widthAfter(2, false)]).toEqual([640, 1280]);
  resources.close();
  mesh.close();
  mixer.close();
});
