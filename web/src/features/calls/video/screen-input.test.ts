import { expect, test, vi } from 'vitest';
import { createScreenInput } from './screen-input.ts';

class StandInTrack extends EventTarget {
  contentHint = '';
  readyState = 'live';
  stop() {
    this.readyState = 'ended';
  }
}

/** A browser whose picker answers with a screen, with or without sound, or with an error. */
function aScreenInput({
  hasSound = false,
  error,
  supported = {},
}: { hasSound?: boolean; error?: DOMException; supported?: object } = {}) {
  const [picture, sound] = [new StandInTrack(), new StandInTrack()];
  const tracks = hasSound ? [picture, sound] : [picture];
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
    return { getTracks: () => tracks, getVideoTracks: () => [picture], getAudioTracks: () => tracks.slice(1) };
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

const settled = () => new Promise((resolve) => setTimeout(resolve));

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
