import { beforeEach, expect, test, vi } from 'vitest';
import { settled, standInForDevices, standInStream, StandInTrack } from '../../../../test/stand-in-media.ts';
import { createCameraInput } from './camera-input.ts';
import { createScreenInput } from './screen-input.ts';

let tracks: StandInTrack[] = [];
/** The error with which the next cameras cannot be opened. */
let errors: string[] = [];
let isHeld = false;
let isBlurHeld = false;
const held: (() => void)[] = [];
const hold = () => new Promise<void>((resolve) => held.push(resolve));

beforeEach(() => {
  held.length = 0;
  errors = [];
  isHeld = false;
  isBlurHeld = false;
  tracks = standInForDevices(async (_kind, constraints) => {
    const error = errors.shift();
    if (error !== undefined) throw new DOMException('', error);
    if (isHeld) await hold();
    const track = new StandInTrack(constraints.deviceId?.exact ?? 'first', constraints);
    const apply = track.applyConstraints;
    track.applyConstraints = async (next) => {
      if (isBlurHeld) await hold();
      await apply(next);
    };
    return track;
  });
});

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

const states = () => tracks.map(({ readyState }) => readyState);
type Input = ReturnType<typeof aCameraInput>['input'];
async function open(input: Input, deviceId: string | null = null) {
  input.open(deviceId);
  await settled();
}
async function blur(input: Input, isOn = true) {
  input.setBlur(isOn);
  await settled();
}
async function letGo() {
  held.forEach((resolve) => resolve());
  await settled();
}
const unplug = (number: number) => {
  tracks[number]?.stop();
  tracks[number]?.dispatchEvent(new Event('ended'));
};

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotReadableError', 'in-use'],
  ['TypeError', 'failed'],
  // The page may not use cameras at all.
  [null, 'failed'],
])('[CALL-424] a camera that cannot be opened (%s) is reported as %s', async (error, fault) => {
  if (error === null) vi.stubGlobal('navigator', {});
  else errors = [error];
  const { input, events } = aCameraInput();
  await open(input);
  expect(events).toEqual(['shows nothing', `failed ${fault}`]);
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

test.each([
  ['changes to the other one', ['NotReadableError'], ['ended', 'live'], ['shows back', 'opened back']],
  ['is off if that fails as well', Array(2).fill('NotReadableError'), ['ended'], ['shows nothing', 'failed in-use']],
])('[CALL-424] a device that can use only one camera at a time %s', async (_what, faults, after, heard) => {
  const { input, events } = aCameraInput();
  await open(input);
  errors = faults;
  await open(input, 'back');
  expect([states(), events.slice(2)]).toEqual([after, heard]);
});

test('[CALL-424] only the camera that was asked for last is used, and none after the call is over', async () => {
  isHeld = true;
  const { input, events } = aCameraInput();
  await open(input, 'one');
  await open(input, 'two');
  await letGo();
  expect([states(), events]).toEqual([
    ['ended', 'live'],
    ['shows two', 'opened two'],
  ]);
  await open(input, 'three');
  input.close();
  await letGo();
  expect([states(), events.slice(2)]).toEqual([['ended', 'ended', 'ended'], ['shows nothing']]);
});

test('[CALL-424] a camera that is unplugged is lost; one that was turned off is not', async () => {
  const { input, events } = aCameraInput();
  await open(input);
  tracks[0]?.dispatchEvent(new Event('ended'));
  expect([states(), events.slice(2)]).toEqual([['ended'], ['shows nothing', 'failed lost']]);
  await open(input);
  input.close();
  tracks[1]?.dispatchEvent(new Event('ended'));
  expect([states(), events.at(-1)]).toEqual([['ended', 'ended'], 'shows nothing']);
});

test('[CALL-424] the background stays blurred when the camera is turned off and on, and on other cameras', async () => {
  const { input, events } = aCameraInput();
  await open(input, 'blur camera');
  await blur(input);
  expect(events.slice(1)).toEqual(['opened blur camera with blur', 'blurred true']);
  input.close();
  await open(input, 'blur camera');
  await open(input, 'other blur camera');
  expect(tracks.map((track) => track.blur)).toEqual([true, true, true]);
  await blur(input, false);
  await open(input, 'blur camera');
  expect(tracks.at(-1)?.blur).toBe(false);
  expect(events.filter((event) => event.startsWith('failed'))).toEqual([]);
});

test.each([
  ['the background is blurred before anybody sees it', () => {}, ['shows blur camera', 'opened blur camera with blur']],
  [
    'a camera that is unplugged while it is being blurred is lost',
    () => tracks[0]?.stop(),
    ['shows nothing', 'failed lost'],
  ],
])('[CALL-424] %s', async (_what, happen, heard) => {
  const { input, events } = aCameraInput();
  input.setBlur(true);
  isBlurHeld = true;
  await open(input, 'blur camera');
  expect(events).toEqual([]);
  happen();
  await letGo();
  expect(events).toEqual(heard);
});

test('[CALL-424] a camera that is turned on again is the one that was in use last, or the default if that is gone', async () => {
  const { input, events } = aCameraInput();
  await open(input, 'back');
  input.close();
  await open(input);
  expect([events.at(-1), input.choice().cameraId]).toEqual(['opened back', 'back']);
  unplug(1);
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
  unplug(0);
  expect(events.at(-1)).toBe('shows nothing');
  await letGo();
  expect(events.slice(-2)).toEqual(['shows back', 'opened back']);
  unplug(1);
  expect(events.at(-1)).toBe('failed lost');
});

test('[CALL-424] if the other one then cannot be opened, the camera is off', async () => {
  const { input, events } = aCameraInput();
  await open(input, 'blur camera');
  input.setBlur(true);
  isBlurHeld = true;
  await open(input, 'other blur camera');
  tracks[1]?.stop();
  unplug(0);
  await letGo();
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

/** A browser whose picker answers with a screen, with or without sound, or with an error. */
function aScreenInput({
  hasSound = false,
  error,
  supported = {},
}: { hasSound?: boolean; error?: DOMException; supported?: object } = {}) {
  const [picture, sound] = [new StandInTrack(), new StandInTrack()];
  const events: string[] = [];
  let choose = () => {};
  const chosen = new Promise<void>((resolve) => {
    choose = resolve;
  });
  const asked: object[] = [];
  const getDisplayMedia = async (options: object) => {
    asked.push(options);
    if (error) throw error;
    await chosen;
    return standInStream(picture, hasSound ? sound : null);
  };
  vi.stubGlobal('navigator', { mediaDevices: { getDisplayMedia, getSupportedConstraints: () => supported } });
  const input = createScreenInput({
    onStream: (stream) => events.push(stream ? 'shows it' : 'shows nothing'),
    onOpened: (screen) => events.push(screen.hasSound ? 'opened with sound' : 'opened'),
    onStopped: () => events.push('stopped'),
    onFailed: () => events.push('failed'),
  });
  return { input, events, asked, picture, sound, choose };
}

test.each([
  [false, 'opened'],
  [true, 'opened with sound'],
])(
  '[CALL-422] a chosen screen is shared until the bar of the browser stops it (with sound: %s)',
  async (hasSound, opened) => {
    const { input, events, picture, sound, choose } = aScreenInput({ hasSound });
    input.open();
    choose();
    await settled();
    expect([events, picture.contentHint]).toEqual([['shows it', opened], 'detail']);
    picture.dispatchEvent(new Event('ended'));
    expect(events.slice(2)).toEqual(['shows nothing', 'stopped']);
    expect([picture.readyState, sound.readyState]).toEqual(['ended', hasSound ? 'ended' : 'live']);
  },
);

test.each([
  ['closing the picker is no failure', new DOMException('Permission denied', 'NotAllowedError'), ['stopped']],
  [
    'a refusal of the system is one',
    new DOMException('Permission denied by system', 'NotAllowedError'),
    ['failed', 'stopped'],
  ],
  ['a capture that fails is one', new DOMException('', 'NotReadableError'), ['failed', 'stopped']],
  ['so is a browser without screen capture', null, ['failed', 'stopped']],
])('[CALL-422] %s', async (_what, error, expected) => {
  const { input, events } = aScreenInput(error ? { error } : {});
  if (!error) vi.stubGlobal('navigator', { mediaDevices: {} });
  input.open();
  await settled();
  expect(events).toEqual(expected);
});

test('[CALL-422] a screen that is chosen after the call is over is released at once', async () => {
  const { input, events, picture, choose } = aScreenInput();
  input.open();
  input.close();
  choose();
  await settled();
  expect([events, picture.readyState]).toEqual([['shows nothing'], 'ended']);
});

test.each([
  ['offered', 'can leave the call out of it', { restrictOwnAudio: true }, 'include'],
  ['not offered', 'cannot leave the call out of it', { echoCancellation: true }, 'exclude'],
])(
  '[CALL-422] the sound of the whole system is %s where the browser %s',
  async (_is, _what, supported, systemAudio) => {
    const { input, asked } = aScreenInput({ supported });
    input.open();
    await settled();
    expect(asked).toEqual([expect.objectContaining({ systemAudio, audio: expect.anything() })]);
  },
);
