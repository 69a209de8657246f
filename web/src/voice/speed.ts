import { readChoice, storeChoice } from '../browser/stored-choice.ts';
import { createTabStore } from '../state/session-state.ts';

const speeds = [1, 1.5, 2] as const;
export type Speed = (typeof speeds)[number];

const choiceName = 'chat-app.voice-speed';

/** How fast voice messages are played on this device. */
export const useSpeed = createTabStore<{ speed: Speed }>(() => ({
  speed: speeds.find((speed) => String(speed) === readChoice(choiceName)) ?? 1,
}));

/** Steps through the speeds. */
export function changeSpeed(): void {
  const { speed } = useSpeed.getState();
  const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
  storeChoice(choiceName, String(next));
  useSpeed.setState({ speed: next });
}
