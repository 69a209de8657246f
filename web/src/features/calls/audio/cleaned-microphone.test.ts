import { beforeEach, expect, test, vi } from 'vitest';
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

async function aCleanedMicrophone() {
  const destinations: { node: StandInNode; isStopped: boolean }[] = [];
  const onFailed = vi.fn<() => void>();
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
    onFailed,
  });
  const turnOn = async () => {
    const turnedOn = microphone.setSuppressed(true);
    await vi.advanceTimersByTimeAsync(10);
    await turnedOn;
  };
  await turnOn();
  const released = () => suppressors.map(({ isClosed }, at) => [isClosed, destinations[at]?.isStopped]);
  return { microphone, turnOn, released, onFailed };
}

test('[CALL-433] turning noise suppression off releases it after it has faded out', async () => {
  const { microphone, released, onFailed } = await aCleanedMicrophone();
  await microphone.setSuppressed(false);
  expect([microphone.stream().id, released()]).toEqual(['plain', [[false, false]]]);
  // It is no failure any more.
  suppressors[0]?.dispatchEvent(new Event('processorerror'));
  await vi.advanceTimersByTimeAsync(fadeMs);
  expect(released()).toEqual([[true, true]]);
  expect(onFailed).not.toHaveBeenCalled();
});

test('[CALL-433] closing the microphone meanwhile releases at once all that was ever turned on', async () => {
  const { microphone, turnOn, released } = await aCleanedMicrophone();
  await microphone.setSuppressed(false);
  await turnOn();
  await microphone.setSuppressed(false);
  microphone.close();
  const both = [true, true];
  // Nothing is left that could fail later.
  expect([released(), vi.getTimerCount()]).toEqual([[both, both], 0]);
});

test('[CALL-433] noise suppression that stops working is turned off, and can be turned on again', async () => {
  const { microphone, turnOn, released, onFailed } = await aCleanedMicrophone();
  suppressors[0]?.dispatchEvent(new Event('processorerror'));
  expect([microphone.stream().id, onFailed.mock.calls.length]).toEqual(['plain', 1]);
  await vi.advanceTimersByTimeAsync(fadeMs);
  await turnOn();
  expect(released()).toEqual([
    [true, true],
    [false, false],
  ]);
});
