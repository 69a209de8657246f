import { expect, test, vi } from 'vitest';
import { createAudioInput } from './audio-input.ts';

class StandInTrack extends EventTarget {
  enabled = true;
  isStopped = false;
  constructor(readonly label: string) {
    super();
  }
  stop() {
    this.isStopped = true;
  }
  getSettings = () => ({ deviceId: this.label });
}

/** A browser with microphones of these names; the audio graph rejects the one called 'unsupported'. */
function openInput() {
  const tracks: StandInTrack[] = [];
  const events: string[] = [];
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: async ({ audio }: { audio: { deviceId?: { exact: string } } }) => {
        const track = new StandInTrack(audio.deviceId?.exact ?? 'first');
        tracks.push(track);
        return { label: track.label, getTracks: () => [track], getAudioTracks: () => [track] };
      },
    },
  });
  const node = { connect: () => {}, disconnect: () => {} };
  const context = {
    createMediaStreamSource: ({ label }: { label: string }) => {
      if (label === 'unsupported') throw new DOMException('another rate', 'NotSupportedError');
      return node;
    },
    createGain: () => node,
    createAnalyser: () => ({ fftSize: 0 }),
  } as unknown as AudioContext;
  const input = createAudioInput({
    context,
    onTrack: () => {},
    onChunk: () => {},
    onOpened: ({ label }) => events.push(`opened ${label}`),
    onMissing: (fault) => events.push(`missing ${fault}`),
    onSuppressionFailed: () => {},
  });
  return { input, tracks, events };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test.each([
  ['a microphone that cannot be used is stopped and reported', ['unsupported'], [true], ['missing failed']],
  ['the current one stays until the next works', [null, 'unsupported'], [false, true], ['opened first']],
  ['then it is stopped', [null, 'second'], [true, false], ['opened first', 'opened second']],
])('[CALL-24] %s', async (_what, ids, areStopped, heard) => {
  const { input, tracks, events } = openInput();
  for (const id of ids) {
    input.open(id);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await settled();
  }
  expect([tracks.map(({ isStopped }) => isStopped), events]).toEqual([areStopped, heard]);
});
