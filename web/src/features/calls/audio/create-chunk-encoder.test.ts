import { beforeEach, expect, test, vi } from 'vitest';
import { createChunkEncoder } from './create-chunk-encoder.ts';

const encoders: { fail: () => void }[] = [];
const recorders: StandInRecorder[] = [];

class StandInEncoder {
  static isConfigSupported = async () => ({ supported: true });
  state = 'unconfigured';
  constructor({ error }: { error: () => void }) {
    encoders.push({
      fail: () => {
        this.state = 'closed';
        error();
      },
    });
  }
  configure() {
    this.state = 'configured';
  }
  async flush() {}
  close() {
    this.state = 'closed';
  }
}

class StandInRecorder extends EventTarget {
  static isTypeSupported = () => true;
  state = 'inactive';
  constructor() {
    super();
    recorders.push(this);
  }
  start() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
  }
}

const posted: unknown[] = [];
class StandInNode {
  port = Object.assign(new EventTarget(), { start: () => {}, postMessage: (what: unknown) => posted.push(what) });
  connect() {}
  disconnect() {}
}

beforeEach(() => {
  for (const list of [encoders, recorders, posted]) list.length = 0;
  vi.stubGlobal('AudioEncoder', StandInEncoder);
  vi.stubGlobal('AudioWorkletNode', StandInNode);
  vi.stubGlobal('MediaRecorder', StandInRecorder);
});

async function open() {
  const context = { audioWorklet: { addModule: async () => {} } } as unknown as AudioContext;
  const source = { connect: () => {}, disconnect: () => {} } as unknown as AudioNode;
  const encoder = await createChunkEncoder({ context, source, stream: () => ({}) as MediaStream, onChunk: () => {} });
  if (!encoder) throw new Error('none');
  return encoder;
}

const recorderStates = () => recorders.map(({ state }) => state);

test('[CALL-27] recorders replace an encoder that fails while recording', async () => {
  const encoder = await open();
  encoder.setOn(true);
  expect(recorders).toEqual([]);
  encoders[0]?.fail();
  expect([recorderStates(), posted]).toEqual([['recording'], ['close']]);
  encoder.setOn(false);
  expect(recorderStates()).toEqual(['inactive']);
});

test('[CALL-27] after an encoder failure while off, recording starts only when turned on', async () => {
  const encoder = await open();
  encoders[0]?.fail();
  expect(recorders).toEqual([]);
  encoder.setOn(true);
  expect(recorderStates()).toEqual(['recording']);
  encoder.close();
  expect(recorderStates()).toEqual(['inactive']);
});

test('[CALL-27] an encoder that fails after the call is not replaced', async () => {
  const encoder = await open();
  encoder.setOn(true);
  encoder.close();
  encoders[0]?.fail();
  expect(recorders).toEqual([]);
});
