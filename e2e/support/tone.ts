const sampleRate = 48_000;
export const toneHertz = 500;

/**
 * A recording for the browser's fake microphone: a tone over hiss. The volume of the tone rises and falls four times a
 * second, like syllables; noise suppression would filter out a constant tone. The hiss comes and goes, as traffic does:
 * browsers by themselves remove only noise that does not change.
 */
export function microphoneRecording(): Buffer {
  const seconds = 4;
  const samples = new Int16Array(seconds * sampleRate);
  for (let index = 0; index < samples.length; index += 1) {
    const at = index / sampleRate;
    samples[index] = Math.round((toneAt(at) + hissAt(at)) * 32_767);
  }
  return toWav(samples);
}

function toneAt(at: number): number {
  const volume = 0.5 - 0.5 * Math.cos(2 * Math.PI * 4 * at);
  return 0.5 * volume * Math.sin(2 * Math.PI * toneHertz * at);
}

function hissAt(at: number): number {
  const volume = 0.5 - 0.5 * Math.cos(2 * Math.PI * 3 * at);
  return 0.15 * volume * (2 * Math.random() - 1);
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
