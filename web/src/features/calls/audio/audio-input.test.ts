import { afterEach, expect, test, vi } from 'vitest';
import { createAudioInput } from './audio-input.ts';

afterEach(() => void vi.unstubAllGlobals());

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

test('[CALL-24] a microphone that cannot be used is stopped and reported as failed', async () => {
  const { input, tracks, events } = openInput();
  input.open('unsupported');
  await settled();
  expect(tracks.map(({ isStopped }) => isStopped)).toEqual([true]);
  expect(events).toEqual(['missing failed']);
});

test('[CALL-24] the current microphone stays in use until the next one works', async () => {
  const { input, tracks, events } = openInput();
  input.open(null);
  await settled();
  input.open('unsupported');
  await settled();
  expect(tracks.map(({ isStopped }) => isStopped)).toEqual([false, true]);
  input.open('second');
  await settled();
  expect(tracks.map(({ isStopped }) => isStopped)).toEqual([true, true, false]);
  expect(events).toEqual(['opened first', 'opened second']);
});
