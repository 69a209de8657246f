import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { microphoneRecording } from './tone.ts';

/** Set in the process that starts the workers, which inherit it. */
const variable = 'FAKE_DEVICES_FOLDER';

/**
 * Microphone and camera play recordings, without a permission prompt. A shared screen has as few frames as the camera.
 * All tests have these arguments, because tests with different ones cannot share a browser.
 */
export function fakeDeviceArgs(): string[] {
  const folder = (process.env[variable] ??= writeRecordings());
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream=fps=5',
    `--use-file-for-fake-audio-capture=${join(folder, 'microphone.wav')}`,
    `--use-file-for-fake-video-capture=${join(folder, 'camera.y4m')}`,
  ];
}

function writeRecordings(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chat-app-devices-'));
  writeFileSync(join(folder, 'microphone.wav'), microphoneRecording());
  writeFileSync(join(folder, 'camera.y4m'), cameraRecording());
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const [width, height, framesPerSecond] = [160, 120, 5];
const barWidth = width / 4;
const frameCount = 10;

/**
 * A recording for the browser's fake camera (Y4M): a bright bar that moves over a gradient. Small and slow, because all
 * browsers of a test encode and decode it in software.
 */
function cameraRecording(): Buffer {
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420\n`);
  const frames = Array.from({ length: frameCount }, (_, at) => [Buffer.from('FRAME\n'), frame(at)]).flat();
  return Buffer.concat([header, ...frames]);
}

/** The brightness of each pixel, followed by both colour planes at a quarter of the size. */
function frame(at: number): Buffer {
  const colours = Buffer.alloc((width * height) / 2, 128);
  const brightness = Buffer.alloc(width * height);
  const barAt = (at * width) / frameCount;
  for (let index = 0; index < brightness.length; index += 1) {
    const column = index % width;
    const isInBar = (column - barAt + width) % width < barWidth;
    brightness[index] = isInBar ? 220 : 40 + Math.floor(column / 2);
  }
  return Buffer.concat([brightness, colours]);
}
