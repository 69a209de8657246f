import { readChoice, storeChoice } from '../browser/stored-choice.ts';
import { createTabStore } from './session-state.ts';

interface CallSettings {
  readonly opensInPage: boolean;
  /** The microphone starts muted, for users who talk while they hold Space. */
  readonly hasPushToTalk: boolean;
  /** Noise is removed by RNNoise, in addition to what the browser does. */
  readonly suppressesNoise: boolean;
}

const storageKeys = {
  opensInPage: 'chat-app.calls-in-page',
  hasPushToTalk: 'chat-app.push-to-talk',
  suppressesNoise: 'chat-app.noise-suppression',
} as const satisfies Record<keyof CallSettings, string>;

/** The call settings of this device. */
export const useCallSettings = createTabStore<CallSettings>(readCallSettings);

export function setCallSetting(name: keyof CallSettings, isOn: boolean): void {
  useCallSettings.setState({ [name]: isOn });
  storeChoice(storageKeys[name], isOn ? 'on' : 'off');
}

/** Reads the settings again, which another window may have changed. */
export function reloadCallSettings(): void {
  useCallSettings.setState(readCallSettings());
}

function readCallSettings(): CallSettings {
  const isOn = (name: keyof CallSettings) => readChoice(storageKeys[name]) === 'on';
  return {
    opensInPage: isOn('opensInPage'),
    hasPushToTalk: isOn('hasPushToTalk'),
    suppressesNoise: isOn('suppressesNoise'),
  };
}
