import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPieceSource } from './create-chunk-encoder.ts';

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

const told: unknown[] = [];
class StandInNode {
  port = Object.assign(new EventTarget(), { start: () => {}, postMessage: (what: unknown) => told.push(what) });
  connect() {}
  disconnect() {}
}

beforeEach(() => {
  for (const list of [encoders, recorders, told]) list.length = 0;
  vi.stubGlobal('AudioEncoder', StandInEncoder);
  vi.stubGlobal('AudioWorkletNode', StandInNode);
  vi.stubGlobal('MediaRecorder', StandInRecorder);
});
afterEach(() => void vi.unstubAllGlobals());

async function open() {
  const context = {
    audioWorklet: { addModule: async () => {} },
    createMediaStreamSource: () => ({ connect: () => {}, disconnect: () => {} }),
  } as unknown as AudioContext;
  const source = await createPieceSource({ context, stream: {} as MediaStream, onPiece: () => {} });
  if (!source) throw new Error('none');
  return source;
}

test('[CALL-27] recorders replace an encoder that fails while recording', async () => {
  const source = await open();
  source.setOn(true);
  expect(recorders).toEqual([]);
  encoders[0]?.fail();
  expect(recorders.map(({ state }) => state)).toEqual(['recording']);
  expect(told).toEqual(['close']);
  source.setOn(false);
  expect(recorders.map(({ state }) => state)).toEqual(['inactive']);
});

test('[CALL-27] after an encoder failure while off, recording starts only when turned on', async () => {
  const source = await open();
  encoders[0]?.fail();
  expect(recorders).toEqual([]);
  source.setOn(true);
  expect(recorders.map(({ state }) => state)).toEqual(['recording']);
  source.close();
  expect(recorders.map(({ state }) => state)).toEqual(['inactive']);
});

test('[CALL-27] an encoder that fails after the call is not replaced', async () => {
  const source = await open();
  source.setOn(true);
  source.close();
  encoders[0]?.fail();
  expect(recorders).toEqual([]);
});
