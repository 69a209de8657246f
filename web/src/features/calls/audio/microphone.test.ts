import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { standInForMicrophone, standInForOpus } from '../../../../test/stand-in-microphone.ts';
import { settled, standInForDevices, StandInTrack } from '../../../../test/stand-in-media.ts';
import { createAudioInput } from './audio-input.ts';
import { createCleanedMicrophone } from './cleaned-microphone.ts';
import { createChunkEncoder } from './create-chunk-encoder.ts';

/** A browser with microphones of these names; the audio graph rejects the one called 'unsupported'. */
function openInput() {
  const events: string[] = [];
  const tracks = standInForDevices(async (_kind, { deviceId }) => new StandInTrack(deviceId?.exact ?? 'first'));
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
  expect([tracks.map(({ readyState }) => readyState === 'ended'), events]).toEqual([areStopped, heard]);
});

/** A part of an audio graph. As in browsers, a connection that does not exist cannot be removed. */
class StandInNode extends EventTarget {
  readonly outputs = new Set<StandInNode>();
  gain = { cancelScheduledValues: () => {}, setValueAtTime: () => {}, linearRampToValueAtTime: () => {} };
  connect(node: StandInNode) {
    this.outputs.add(node);
  }
  disconnect(node?: StandInNode) {
    if (!node) return this.outputs.clear();
    if (!this.outputs.delete(node)) throw new DOMException('not connected', 'InvalidAccessError');
    return undefined;
  }
}

const suppressors: StandInSuppressor[] = [];
class StandInSuppressor extends StandInNode {
  isClosed = false;
  port = Object.assign(new EventTarget(), {
    start: () => void setTimeout(() => this.port.dispatchEvent(new MessageEvent('message', { data: 'started' }))),
    postMessage: () => {
      this.isClosed = true;
    },
  });
  constructor() {
    super();
    suppressors.push(this);
  }
}

class StandInCompiler extends EventTarget {
  postMessage = () => void setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: 'a module' })));
  terminate = () => {};
}

async function aCleanedMicrophone() {
  suppressors.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => new Response(new Uint8Array(8)));
  vi.stubGlobal('Worker', StandInCompiler);
  vi.stubGlobal('AudioWorkletNode', StandInSuppressor);
  const destinations: { isStopped: boolean }[] = [];
  const onFailed = vi.fn<() => void>();
  const createMediaStreamDestination = () => {
    const [destination, node] = [{ isStopped: false }, new StandInNode()];
    const track = { stop: () => (destination.isStopped = true) };
    destinations.push(destination);
    return Object.assign(node, { stream: { getTracks: () => [track] } });
  };
  const microphone = createCleanedMicrophone({
    context: {
      currentTime: 0,
      audioWorklet: { addModule: async () => {} },
      createGain: () => new StandInNode(),
      createMediaStreamDestination,
    } as unknown as AudioContext,
    source: new StandInNode() as unknown as AudioNode,
    stream: { id: 'plain' } as MediaStream,
    onChange: () => {},
    onFailed,
  });
  const setOn = async (isOn: boolean) => {
    const isSet = microphone.setSuppressed(isOn);
    await vi.advanceTimersByTimeAsync(10);
    await isSet;
  };
  await setOn(true);
  const released = () => suppressors.map(({ isClosed }, at) => [isClosed, destinations[at]?.isStopped]);
  return { microphone, setOn, released, onFailed };
}

/** The processor on the audio thread has crashed. */
const crash = () => suppressors[0]?.dispatchEvent(new Event('processorerror'));
const fadeOut = () => vi.advanceTimersByTimeAsync(140);
const [inUse, gone] = [
  [false, false],
  [true, true],
];

test('[CALL-433] noise suppression that is turned off is released after it has faded out, and cannot fail any more', async () => {
  const { microphone, setOn, released, onFailed } = await aCleanedMicrophone();
  await setOn(false);
  expect([microphone.stream().id, released()]).toEqual(['plain', [inUse]]);
  crash();
  await fadeOut();
  expect([released(), onFailed.mock.calls]).toEqual([[gone], []]);
});

test('[CALL-433] closing the microphone meanwhile releases at once all that was ever turned on', async () => {
  const { microphone, setOn, released } = await aCleanedMicrophone();
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const isOn of [false, true, false]) await setOn(isOn);
  microphone.close();
  // Nothing is left that could fail later.
  expect([released(), vi.getTimerCount()]).toEqual([[gone, gone], 0]);
});

test('[CALL-433] noise suppression that stops working is turned off, and can be turned on again', async () => {
  const { microphone, setOn, released, onFailed } = await aCleanedMicrophone();
  crash();
  expect([microphone.stream().id, onFailed.mock.calls]).toEqual(['plain', [[]]]);
  await fadeOut();
  await setOn(true);
  expect(released()).toEqual([gone, inUse]);
});

test.each([
  ['that fails while recording is replaced at once', ['on', 'fail'], 'recording'],
  ['and its recorder ends with the recording', ['on', 'fail', 'off'], 'inactive'],
  ['that fails while off is not replaced before it is turned on', ['fail'], undefined],
  ['but then', ['fail', 'on'], 'recording'],
  ['and its recorder ends with the call', ['fail', 'on', 'close'], 'inactive'],
  ['that fails after the call is not replaced', ['on', 'close', 'fail'], undefined],
])('[CALL-27] an encoder %s', async (_what, events, recorder) => {
  const { posted, recorders } = standInForMicrophone();
  const encoders = standInForOpus();
  const context = new AudioContext();
  const stream = {} as MediaStream;
  const options = { context, source: context.createMediaStreamSource(stream), stream: () => stream };
  const encoder = await createChunkEncoder({ ...options, onChunk: () => {} });
  // Otherwise the next recorder would start after the test.
  onTestFinished(() => encoder?.close());
  for (const event of events) {
    if (event === 'fail') encoders[0]?.fail();
    else if (event === 'close') encoder?.close();
    else encoder?.setOn(event === 'on');
  }
  expect([recorders.map(({ state }) => state), posted]).toEqual([recorder ? [recorder] : [], ['close']]);
});

/** Runs the file as the audio thread does. */
function openProcessor(onBlock: (block: Float32Array) => void, sampleRate: number) {
  class AudioWorkletProcessor {
    port = Object.assign(new EventTarget(), { start: () => {}, postMessage: onBlock });
    declare process: (inputs: Float32Array[][]) => boolean;
  }
  let Registered = AudioWorkletProcessor;
  const registerProcessor = (_name: string, processor: typeof Registered) => (Registered = processor);
  const code = readFileSync(join(import.meta.dirname, '../../../../public/voice-capture.js'), 'utf8');
  runInNewContext(code, { AudioWorkletProcessor, Float32Array, sampleRate, registerProcessor });
  return new Registered();
}

test('[CALL-27] audio is captured in whole blocks of 20 ms at any rate, until the processor is closed', () => {
  const capture = (sampleRate: number, count: number) => {
    const blocks: number[] = [];
    const processor = openProcessor(({ length }) => blocks.push(length), sampleRate);
    for (let at = 0; at < count; at += 1) expect(processor.process([[new Float32Array(128)]])).toBe(true);
    expect(processor.process([[]])).toBe(true);
    processor.port.dispatchEvent(new MessageEvent('message', { data: 'close' }));
    expect(processor.process([[new Float32Array(128)]])).toBe(false);
    return blocks;
  };
  expect([capture(48_000, 15), capture(44_100, 7)]).toEqual([[960, 960], [882]]);
});
