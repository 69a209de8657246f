import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cameraRecording } from './camera.ts';
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
