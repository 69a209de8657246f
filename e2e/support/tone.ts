import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const sampleRate = 48_000;
export const toneHertz = 500;

/**
 * A recording for the browser's fake microphone: a tone whose volume rises and falls four times a second, like
 * syllables. Noise suppression would filter out a constant tone.
 */
export function writeToneFile(): string {
  return writeRecording(toneAt);
}

/** The same tone over hiss that comes and goes, as traffic does. Browsers remove only noise that does not change. */
export function writeNoisyFile(): string {
  const hissAt = (at: number) => 0.15 * (0.5 - 0.5 * Math.cos(2 * Math.PI * 3 * at)) * (2 * Math.random() - 1);
  return writeRecording((at) => toneAt(at) + hissAt(at));
}

function toneAt(at: number): number {
  const volume = 0.5 - 0.5 * Math.cos(2 * Math.PI * 4 * at);
  return 0.5 * volume * Math.sin(2 * Math.PI * toneHertz * at);
}

function writeRecording(sampleAt: (seconds: number) => number): string {
  const seconds = 4;
  const samples = new Int16Array(seconds * sampleRate);
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = Math.round(sampleAt(index / sampleRate) * 32_767);
  }
  const file = join(mkdtempSync(join(tmpdir(), 'chat-app-tone-')), 'tone.wav');
  writeFileSync(file, toWav(samples));
  return file;
}

function toWav(samples: Int16Array): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}
