import { beforeEach, expect, test, vi } from 'vitest';
import { settled, standInForDevices, standInStream, StandInTrack } from '../../../../test/stand-in-media.ts';
import { createCameraInput } from './camera-input.ts';
import { createScreenInput } from './screen-input.ts';

let tracks: StandInTrack[] = [];
/** The errors with which the next cameras cannot be opened. */
let errors: string[] = [];
let [isHeld, isBlurHeld] = [false, false];
const held: (() => void)[] = [];
const hold = () => new Promise<void>((resolve) => held.push(resolve));

function standInForCameras() {
  held.length = 0;
  errors = [];
  [isHeld, isBlurHeld] = [false, false];
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
}
beforeEach(standInForCameras);

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

type Input = ReturnType<typeof aCameraInput>['input'];
const steps: Record<string, (input: Input, words: string[]) => unknown> = {
  open: (input, [deviceId = null]) => input.open(deviceId),
  close: (input) => input.close(),
  blur: (input) => input.setBlur(true),
  sharpen: (input) => input.setBlur(false),
  /** The next cameras cannot be opened. */
  fail: (_input, names) => (errors = names),
  holdOpening: () => (isHeld = true),
  holdBlur: () => (isBlurHeld = true),
  letGo: () => held.forEach((resolve) => resolve()),
  unplug: (_input, [number]) => {
    tracks[Number(number)]?.stop();
    tracks[Number(number)]?.dispatchEvent(new Event('ended'));
  },
};

/** Takes steps such as `open front; close`. */
async function run(input: Input, script: string) {
  for (const [step = '', ...words] of script.split('; ').map((line) => line.split(' '))) {
    const take = steps[step];
    if (!take) throw new Error(`There is no step ${step}`);
    take(input, words);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await settled();
  }
}

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
  const { input, events } = aCameraInput();
  await run(input, `fail ${error ?? ''}; open`);
  expect(events).toEqual(['shows nothing', `failed ${fault}`]);
});

const first = 'shows first, opened first';
const back = 'shows back, opened back';
const off = 'shows nothing';
const inUse = 'fail NotReadableError';
const gone = 'fail OverconstrainedError';
const blurring = 'blur; holdBlur; open blur-1';
const blurred = 'shows blur-1, opened blur-1 with blur';

test('[CALL-424] which camera is in use after which steps', async () => {
  const rows: [what: string, steps: string, events: string, cameras: string][] = [
    ['the one in use stays if the other cannot be opened', 'open; fail TypeError; open back', `${first}, kept`, 'live'],
    ['and until the other is open', 'open; open back', `${first}, ${back}`, 'ended live'],
    ['of two that cannot be open at once', `open; ${inUse}; open back`, `${first}, ${back}`, 'ended live'],
    ['if that fails', `open; ${inUse} NotReadableError; open back`, `${first}, ${off}, failed in-use`, 'ended'],
    ['the one that was asked for last', 'holdOpening; open; open back; letGo', back, 'ended live'],
    ['none after the call', 'holdOpening; open; close; letGo', off, 'ended'],
    ['one that is unplugged is lost', 'open; unplug 0', `${first}, ${off}, failed lost`, 'ended'],
    ['one that was turned off is not', 'open; close; unplug 0', `${first}, ${off}`, 'ended'],
    ['one is not shown while it is being blurred', blurring, '', 'live'],
    ['then it is', `${blurring}; letGo`, blurred, 'live'],
    ['it is lost if it is unplugged meanwhile', `${blurring}; unplug 0; letGo`, `${off}, failed lost`, 'ended'],
    ['turned on again, the last one', 'open back; close; open', `${back}, ${off}, ${back}`, 'ended live'],
    ['or the default if it is gone', `open back; close; ${gone}; open`, `${back}, ${off}, ${first}`, 'ended live'],
    ['not if it is in use', `open back; close; ${inUse}; open`, `${back}, ${off}, ${off}, failed in-use`, 'ended'],
    ['not if it was chosen', `open back; close; ${gone}; open x`, `${back}, ${off}, ${off}, failed none`, 'ended'],
    [
      'nor if that fails',
      `open back; close; ${gone} NotFoundError; open`,
      `${back}, ${off}, ${off}, failed none`,
      'ended',
    ],
    ['a change goes on', 'open; holdOpening; open back; unplug 0; letGo', `${first}, ${off}, ${back}`, 'ended live'],
    [
      'unless the other is lost as well',
      'open blur-1; blur; holdBlur; open blur-2; unplug 1; unplug 0; letGo',
      `${blurred}, blurred true, ${off}, ${off}, failed lost`,
      'ended ended',
    ],
  ];
  const outcomes = [];
  for (const [what, script] of rows) {
    standInForCameras();
    const { input, events } = aCameraInput();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await run(input, script);
    outcomes.push([what, script, events.join(', '), tracks.map(({ readyState }) => readyState).join(' ')]);
  }
  expect(outcomes).toEqual(rows);
});

test('[CALL-424] the background stays blurred when the camera is turned off and on, and on other cameras', async () => {
  const { input, events } = aCameraInput();
  await run(input, 'open blur-1; blur; close; open blur-1; open blur-2; sharpen; open blur-1');
  expect(tracks.map((track) => track.blur)).toEqual([true, true, false, false]);
  expect(events.filter((event) => /^(?:failed|kept)/.test(event))).toEqual([]);
});

test('[CALL-496] a camera opens small, and keeps its device and its blur when it grows', async () => {
  const { input, events } = aCameraInput();
  await input.resize('full');
  expect([events, tracks]).toEqual([[], []]);
  await run(input, 'open blur');
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

interface Picker {
  readonly hasSound?: boolean;
  readonly error?: DOMException;
  readonly supported?: object;
}

/** A browser whose picker answers with a screen, with or without sound, or with an error. Without one, it has none. */
function aScreenInput(picker: Picker | null) {
  const { hasSound, error, supported = {} } = picker ?? {};
  const [picture, sound] = [new StandInTrack(), new StandInTrack()];
  const events: string[] = [];
  let choose = () => {};
  const chosen = new Promise<void>((resolve) => (choose = resolve));
  const asked: object[] = [];
  const getDisplayMedia = async (options: object) => {
    asked.push(options);
    if (error) throw error;
    await chosen;
    return standInStream(picture, hasSound ? sound : null);
  };
  const mediaDevices = { getDisplayMedia, getSupportedConstraints: () => supported };
  vi.stubGlobal('navigator', { mediaDevices: picker ? mediaDevices : {} });
  const input = createScreenInput({
    onStream: (stream) => events.push(stream ? 'shows it' : 'shows nothing'),
    onOpened: (screen) => events.push(screen.hasSound ? 'opened with sound' : 'opened'),
    onStopped: () => events.push('stopped'),
    onFailed: () => events.push('failed'),
  });
  return { input, events, asked, picture, sound, choose };
}

const closed = new DOMException('Permission denied', 'NotAllowedError');
const bySystem = new DOMException('Permission denied by system', 'NotAllowedError');
const broken = new DOMException('', 'NotReadableError');
const shared = ['shows it, opened, shows nothing, stopped', 'detail', 'ended', 'live'];
const sharedWithSound = ['shows it, opened with sound, shows nothing, stopped', 'detail', 'ended', 'ended'];
const failed = ['failed, stopped', '', 'live', 'live'];

test.each<[string, Picker | null, ('close' | 'choose' | 'stop')[], string[]]>([
  ['is shared until the browser stops it', {}, ['choose', 'stop'], shared],
  ['is shared with its sound', { hasSound: true }, ['choose', 'stop'], sharedWithSound],
  ['is not shared if the picker is closed', { error: closed }, [], ['stopped', '', 'live', 'live']],
  ['fails if the system refuses it', { error: bySystem }, [], failed],
  ['fails if it cannot be captured', { error: broken }, [], failed],
  ['fails without screen capture', null, [], failed],
  ['is released if it is chosen after the call', {}, ['close', 'choose'], ['shows nothing', '', 'ended', 'live']],
])('[CALL-422] a screen %s', async (_what, picker, later, expected) => {
  const { input, events, picture, sound, choose } = aScreenInput(picker);
  const { open, close } = input;
  const act = { open, close, choose, stop: () => picture.dispatchEvent(new Event('ended')) };
  for (const step of ['open', ...later] as const) {
    act[step]();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await settled();
  }
  expect([events.join(', '), picture.contentHint, picture.readyState, sound.readyState]).toEqual(expected);
});

test('[CALL-422] the sound of the whole system is offered where the browser can leave the call out of it', async () => {
  for (const [supported, systemAudio] of [
    [{ restrictOwnAudio: true }, 'include'],
    [{ echoCancellation: true }, 'exclude'],
  ] as const) {
    const { input, asked } = aScreenInput({ supported });
    input.open();
    expect(asked).toEqual([expect.objectContaining({ systemAudio, audio: expect.anything() })]);
  }
});
