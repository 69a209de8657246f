import config from '../playwright.config.ts';
import { writeToneFile } from './tone.ts';

const { launchOptions } = config.use ?? {};

/** A browser whose microphone plays a recording, without a permission prompt. */
export const microphoneOptions = {
  ...launchOptions,
  args: [
    ...(launchOptions?.args ?? []),
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-audio-capture=${writeToneFile()}`,
  ],
};
