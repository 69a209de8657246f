import { create } from 'zustand';
import { keepChoice, readChoice } from '../lib/stored-choice.ts';

const storageKey = 'chat-app.single-keys';

/** Whether a sign alone may be a shortcut: who speaks to the computer may say one without meaning it. */
export const useSingleKeys = create<{ isOn: boolean }>(() => ({ isOn: readChoice(storageKey) !== 'off' }));

export function setSingleKeys(isOn: boolean): void {
  useSingleKeys.setState({ isOn });
  keepChoice(storageKey, isOn ? 'on' : 'off');
}
