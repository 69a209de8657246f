import { storeChoice, readChoice } from '../browser/stored-choice.ts';
import { createTabStore } from './session-state.ts';

const storageKey = 'chat-app.single-keys';

/** Whether single-character shortcuts are on. Speech input can trigger them by accident. */
export const useSingleKeys = createTabStore<{ isOn: boolean }>(() => ({ isOn: readChoice(storageKey) !== 'off' }));

export function setSingleKeys(isOn: boolean): void {
  useSingleKeys.setState({ isOn });
  storeChoice(storageKey, isOn ? 'on' : 'off');
}
