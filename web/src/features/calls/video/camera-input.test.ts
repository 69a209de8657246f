import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCameraInput } from './camera-input.ts';

interface Constraints {
  deviceId?: { exact: string };
  width?: { ideal: number };
  backgroundBlur?: boolean;
}

class StandInTrack extends EventTarget {
  contentHint = '';
  readyState = 'live';
  blur: boolean | undefined;
  constructor(readonly label: string) {
    super();
    if (label.includes('blur')) this.blur = false;
  }
  stop() {
    this.readyState = 'ended';
  }
  getSettings = () => ({ deviceId: this.label, backgroundBlur: this.blur });
  getCapabilities = () => (this.blur === undefined ? {} : { backgroundBlur: [false, true] });
  constraints: Constraints = {};
  getConstraints = () => this.constraints;
  applyConstraints = async (constraints: Constraints) => {
    if (isBlurHeld) await new Promise<void>((resolve) => held.push(resolve));
    this.constraints = constraints;
    this.blur = constraints.backgroundBlur;
  };
}

const tracks: StandInTrack[] = [];
/** The error with which the next cameras cannot be opened. */
let errors: string[] = [];
let isHeld = false;
let isBlurHeld = false;
const held: (() => void)[] = [];

beforeEach(() => {
  tracks.length = 0;
  held.length = 0;
  errors = [];
  isHeld = false;
  isBlurHeld = false;
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: async ({ video }: { video: Constraints }) => {
        const error = errors.shift();
        if (error !== undefined) throw new DOMException('', error);
        if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
        const track = new StandInTrack(video.deviceId?.exact ?? 'first');
        track.constraints = video;
        tracks.push(track);
        return { label: track.label, getTracks: () => [track], getVideoTracks: () => [track] };
      },
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

function aCameraInput() {
  const events: string[] = [];
  const input = createCameraInput({
    onStream: (stream) => events.push(`shows ${(stream as unknown as { label: string } | null)?.label ?? 'nothing'}`),
    onOpened: ({ label, canBlur }) => events.push(`opened ${label}${canBlur ? ' with blur' : ''}`),
    onFailed: (fault) => events.push(`failed ${fault}`),
    onKept: () => events.push('kept'),
    onBlurred: (isBlurred) => events.push(`blurred ${isBlurred}`),
  });
  return { input, events };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const states = () => tracks.map(({ readyState }) => readyState);
async function open(input: ReturnType<typeof aCameraInput>['input'], deviceId: string | null = null) {
  input.open(deviceId);
  await settled();
}

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotReadableError', 'in-use'],
  ['TypeError', 'failed'],
])('[CALL-424] a camera that cannot be opened (%s) is reported as %s', async (error, fault) => {
  errors = [error];
  const { input, events } = aCameraInput();
  await open(input);
  expect(events).toEqual(['shows nothing', `failed ${fault}`]);
});

test('[CALL-424] a page that may not use cameras at all reports that too', async () => {
  vi.stubGlobal('navigator', {});
  const { input, events } = aCameraInput();
  await open(input);
  expect(events).toEqual(['shows nothing', 'failed failed']);
});

test('[CALL-424] the camera in use stays until the next one is open', async () => {
  const { input, events } = aCameraInput();
  await open(input);
  errors = ['NotAllowedError'];
  await open(input, 'second');
  expect(states()).toEqual(['live']);
  await open(input, 'third');
  expect(states()).toEqual(['ended', 'live']);
  expect(events).toEqual(['shows first', 'opened first', 'kept', 'shows third', 'opened third']);
});

test('[CALL-424] a device that can use only one camera at a time changes to the other one', async () => {
  const { input, events } = aCameraInput();
  await open(input);
  errors = ['NotReadableError'];
  await open(input, 'back');
  expect(states()).toEqual(['ended', 'live']);
  expect(events.at(-1)).toBe('opened back');
});

test('[CALL-424] if the other one then fails as well, the camera is off', async () => {
  const { input, events } = aCameraInput();
  await open(input);
  errors = ['NotReadableError', 'NotReadableError'];
  await open(input, 'back');
  expect(states()).toEqual(['ended']);
  expect(events.slice(-2)).toEqual(['shows nothing', 'failed in-use']);
});

test('[CALL-424] a camera that opens after the call is over is released at once', async () => {
  isHeld = true;
  const { input, events } = aCameraInput();
  await open(input);
  input.close();
  held.forEach((resolve) => resolve());
  await settled();
  expect(states()).toEqual(['ended']);
  expect(events).toEqual(['shows nothing']);
});

test('[CALL-424] only the camera that was asked for last is used', async () => {
  isHeld = true;
  const { input, events } = aCameraInput();
  await open(input, 'one');
  await open(input, 'two');
  held.forEach((resolve) => resolve());
  await settled();
  expect(states()).toEqual(['ended', 'live']);
  expect(events).toEqual(['shows two', 'opened two']);
});

test('[CALL-424] a camera that is unplugged is lost', async () => {
  const { input, events } = aCameraInput();
  await open(input);
  tracks[0]?.dispatchEvent(new Event('ended'));
  expect(events.slice(-2)).toEqual(['shows nothing', 'failed lost']);
  expect(states()).toEqual(['ended']);
});

test('[CALL-424] turning the camera off releases it and is no loss', async () => {
  const { input, events } = aCameraInput();
  await open(input);
  input.close();
  tracks[0]?.dispatchEvent(new Event('ended'));
  expect(states()).toEqual(['ended']);
  expect(events.at(-1)).toBe('shows nothing');
});

test('[CALL-424] the background is blurred where the browser offers it', async () => {
  const { input, events } = aCameraInput();
  await open(input, 'blur camera');
  input.setBlur(true);
  await settled();
  expect(events.slice(1)).toEqual(['opened blur camera with blur', 'blurred true']);
});

test('[CALL-424] the background stays blurred when the camera is turned off and on, and on other cameras', async () => {
  const { input, events } = aCameraInput();
  await open(input, 'blur camera');
  input.setBlur(true);
  await settled();
  input.close();
  await open(input, 'blur camera');
  await open(input, 'other blur camera');
  expect(tracks.map(({ blur }) => blur)).toEqual([true, true, true]);
  input.setBlur(false);
  await settled();
  await open(input, 'blur camera');
  expect(tracks.at(-1)?.blur).toBe(false);
  expect(events.filter((event) => event.startsWith('failed'))).toEqual([]);
});

test('[CALL-424] the background is blurred before anybody sees it', async () => {
  const { input, events } = aCameraInput();
  input.setBlur(true);
  isBlurHeld = true;
  await open(input, 'blur camera');
  expect(events).toEqual([]);
  held.forEach((resolve) => resolve());
  await settled();
  expect(events).toEqual(['shows blur camera', 'opened blur camera with blur']);
});

test('[CALL-424] a camera that is unplugged while it is being blurred is lost', async () => {
  const { input, events } = aCameraInput();
  input.setBlur(true);
  isBlurHeld = true;
  await open(input, 'blur camera');
  tracks[0]?.stop();
  held.forEach((resolve) => resolve());
  await settled();
  expect(events).toEqual(['shows nothing', 'failed lost']);
});

test('[CALL-424] a camera that is turned on again is the one that was in use last', async () => {
  const { input, events } = aCameraInput();
  await open(input, 'back');
  input.close();
  await open(input);
  expect(events.at(-1)).toBe('opened back');
  expect(input.choice().cameraId).toBe('back');
});

test('[CALL-424] if that one is gone, the default is used', async () => {
  const { input, events } = aCameraInput();
  await open(input, 'back');
  tracks[0]?.dispatchEvent(new Event('ended'));
  errors = ['OverconstrainedError'];
  await open(input);
  expect(events.slice(-2)).toEqual(['shows first', 'opened first']);
});

test.each([
  ['one that is in use by another program', null, ['NotReadableError'], 'in-use'],
  ['one that was chosen just now', 'front', ['OverconstrainedError'], 'none'],
  ['any at all', null, ['NotFoundError', 'NotFoundError'], 'none'],
])('[CALL-424] no other camera is opened instead of %s', async (_which, deviceId, faults, fault) => {
  const { input, events } = aCameraInput();
  await open(input, 'back');
  input.close();
  errors = faults;
  await open(input, deviceId);
  expect(events.at(-1)).toBe(`failed ${fault}`);
});

test('[CALL-424] unplugging the camera in use does not cancel the change to another one', async () => {
  const { input, events } = aCameraInput();
  await open(input);
  isHeld = true;
  await open(input, 'back');
  tracks[0]?.dispatchEvent(new Event('ended'));
  expect([events.at(-1), states()]).toEqual(['shows nothing', ['ended']]);
  held.forEach((resolve) => resolve());
  await settled();
  expect(events.slice(-2)).toEqual(['shows back', 'opened back']);
  tracks[1]?.dispatchEvent(new Event('ended'));
  expect(events.at(-1)).toBe('failed lost');
});

test('[CALL-424] if the other one then cannot be opened, the camera is off', async () => {
  const { input, events } = aCameraInput();
  await open(input, 'blur camera');
  input.setBlur(true);
  isBlurHeld = true;
  await open(input, 'other blur camera');
  tracks.forEach((track) => track.stop());
  tracks[0]?.dispatchEvent(new Event('ended'));
  held.forEach((resolve) => resolve());
  await settled();
  expect(events.slice(-2)).toEqual(['shows nothing', 'failed lost']);
});

test('[CALL-496] a camera opens small, and keeps its device and its blur when it grows', async () => {
  const { input } = aCameraInput();
  await open(input, 'blur');
  const read = () => {
    const { deviceId, width, backgroundBlur } = tracks[0]?.constraints ?? {};
    return [deviceId?.exact, width?.ideal, backgroundBlur];
  };
  expect(read()).toEqual(['blur', 640, undefined]);
  // Two changes at the same moment.
  input.setBlur(true);
  await input.resize('full');
  expect(read()).toEqual(['blur', 1280, true]);
  await input.resize('small');
  expect(read()).toEqual(['blur', 640, true]);
});

test('[CALL-496] while no camera is open, there is none to grow', async () => {
  const { input, events } = aCameraInput();
  await input.resize('full');
  expect([events, tracks]).toEqual([[], []]);
});
