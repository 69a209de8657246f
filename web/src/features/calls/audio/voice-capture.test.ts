import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

interface Processor {
  port: EventTarget;
  process: (inputs: Float32Array[][]) => boolean;
}

/** Runs the file as the audio thread does. */
function openProcessor(onBlock: (block: Float32Array) => void, sampleRate: number): Processor {
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
