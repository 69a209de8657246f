import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCleanedMicrophone } from './cleaned-microphone.ts';

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
  postMessage = () =>
    void setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: 'a compiled module' })));
  terminate = () => {};
}

const fadeMs = 140;

beforeEach(() => {
  suppressors.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => new Response(new Uint8Array(8)));
  vi.stubGlobal('Worker', StandInCompiler);
  vi.stubGlobal('AudioWorkletNode', StandInSuppressor);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function aCleanedMicrophone() {
  const destinations: { node: StandInNode; isStopped: boolean }[] = [];
  let failureCount = 0;
  const createMediaStreamDestination = () => {
    const destination = { node: new StandInNode(), isStopped: false };
    const track = { stop: () => (destination.isStopped = true) };
    destinations.push(destination);
    return Object.assign(destination.node, { stream: { getTracks: () => [track] } });
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
    onFailed: () => {
      failureCount += 1;
    },
  });
  const failures = () => failureCount;
  const turnOn = async () => {
    const turnedOn = microphone.setSuppressed(true);
    await vi.advanceTimersByTimeAsync(10);
    await turnedOn;
  };
  await turnOn();
  const released = () => [suppressors.map(({ isClosed }) => isClosed), destinations.map(({ isStopped }) => isStopped)];
  return { microphone, turnOn, released, failures };
}

test('[CALL-433] turning noise suppression off releases it after it has faded out', async () => {
  const { microphone, released } = await aCleanedMicrophone();
  await microphone.setSuppressed(false);
  expect([microphone.stream().id, released()]).toEqual(['plain', [[false], [false]]]);
  await vi.advanceTimersByTimeAsync(fadeMs);
  expect(released()).toEqual([[true], [true]]);
});

test('[CALL-433] closing the microphone meanwhile releases it at once', async () => {
  const { microphone, released } = await aCleanedMicrophone();
  await microphone.setSuppressed(false);
  microphone.close();
  expect(released()).toEqual([[true], [true]]);
  // Nothing is left that could fail later.
  expect(vi.getTimerCount()).toBe(0);
});

test('[CALL-433] closing the microphone releases all that was ever turned on', async () => {
  const { microphone, turnOn, released } = await aCleanedMicrophone();
  await microphone.setSuppressed(false);
  await turnOn();
  microphone.close();
  expect([released(), vi.getTimerCount()]).toEqual([
    [
      [true, true],
      [true, true],
    ],
    0,
  ]);
});

test('[CALL-433] noise suppression that stops working is turned off, and can be turned on again', async () => {
  const { microphone, turnOn, released, failures } = await aCleanedMicrophone();
  suppressors[0]?.dispatchEvent(new Event('processorerror'));
  expect([microphone.stream().id, failures()]).toEqual(['plain', 1]);
  await vi.advanceTimersByTimeAsync(fadeMs);
  await turnOn();
  expect(released()).toEqual([
    [true, false],
    [true, false],
  ]);
});

test('[CALL-433] it is no failure once it is off', async () => {
  const { microphone, failures } = await aCleanedMicrophone();
  await microphone.setSuppressed(false);
  suppressors[0]?.dispatchEvent(new Event('processorerror'));
  expect(failures()).toBe(0);
});
