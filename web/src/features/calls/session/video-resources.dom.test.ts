import { beforeEach, expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { createMixer } from '../audio/mixer.ts';
import { createMesh } from '../mesh/mesh.ts';
import { openVideoResources } from './video-resources.ts';

class StandInTrack extends EventTarget {
  readonly label = 'camera';
  readonly readyState = 'live';
  constructor(private constraints: MediaTrackConstraints) {
    super();
  }
  stop() {}
  width = () => (this.constraints.width as { ideal: number }).ideal;
  getSettings = () => ({});
  getConstraints = () => this.constraints;
  applyConstraints = async (next: MediaTrackConstraints) => {
    this.constraints = next;
  };
}

class StandInContext extends EventTarget {
  state = 'running';
  createGain = () => ({ connect: () => {} });
  resume = async () => {};
  close = async () => {};
}

const tracks: StandInTrack[] = [];

beforeEach(() => {
  tracks.length = 0;
  vi.stubGlobal('AudioContext', StandInContext);
  const getUserMedia = async ({ video }: { video: MediaTrackConstraints }) => {
    const track = new StandInTrack(video);
    tracks.push(track);
    return { getTracks: () => [track], getVideoTracks: () => [track] };
  };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
});

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('[CALL-496] the camera of a call grows and shrinks by the measurements, and the next one starts small', async () => {
  const ignore = () => {};
  const [mixer, report] = [createMixer({ onBlocked: ignore }), { isSending: true, isBusy: false }];
  const resources = openVideoResources({ mixer, mesh: () => mesh, dispatch: ignore, show: ignore });
  const mesh = createMesh({
    myId: asId('me'),
    iceServers: async () => [],
    send: ignore,
    onTrack: ignore,
    onConnected: ignore,
    onLost: ignore,
    onRoundTrip: ignore,
    onFrames: ignore,
    onPoor: ignore,
    onBusy: ignore,
    onLoad: resources.setLoad,
    isAwaitingFrames: () => false,
  });
  const widthAfter = async (count: number, isBusy: boolean) => {
    for (let measured = 0; measured < count; measured += 1) resources.setLoad({ ...report, isBusy });
    await settled();
    return tracks.at(-1)?.width();
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
