import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

interface Processor {
  port: EventTarget;
  process: (inputs: Float32Array[][]) => boolean;
}

/** Runs the file as the audio thread does. */
function openProcessor(onBlock: (block: Float32Array) => void, sampleRate = 48_000): Processor {
  const made: (new () => Processor)[] = [];
  class AudioWorkletProcessor {
    port = Object.assign(new EventTarget(), { start: () => {}, postMessage: onBlock });
  }
  runInNewContext(readFileSync(join(import.meta.dirname, '../../../../public/voice-capture.js'), 'utf8'), {
    AudioWorkletProcessor,
    Float32Array,
    sampleRate,
    registerProcessor: (_name: string, processor: new () => Processor) => made.push(processor),
  });
  const [Made] = made;
  if (!Made) throw new Error('none');
  return new Made();
}

test('[CALL-27] audio is captured in whole blocks until the processor is closed', () => {
  const blocks: number[] = [];
  const processor = openProcessor(({ length }) => blocks.push(length));
  for (let count = 0; count < 15; count += 1) expect(processor.process([[new Float32Array(128)]])).toBe(true);
  expect(processor.process([[]])).toBe(true);
  expect(blocks).toEqual([960, 960]);
  processor.port.dispatchEvent(new MessageEvent('message', { data: 'close' }));
  expect(processor.process([[new Float32Array(128)]])).toBe(false);
  expect(processor.process([[]])).toBe(false);
});

test('[CALL-27] a block has 20 ms at other rates too', () => {
  const blocks: number[] = [];
  const processor = openProcessor(({ length }) => blocks.push(length), 44_100);
  for (let count = 0; count < 7; count += 1) processor.process([[new Float32Array(128)]]);
  expect(blocks).toEqual([882]);
});
