import { isCallWindow } from '../format/paths.ts';
import { storeChoice, readChoice } from '../browser/stored-choice.ts';
import { useMediaQuery } from '../browser/screen.ts';
import { createTabStore } from './session-state.ts';

export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

// public/theme.js reads the same key before the first paint.
const storageKey = 'chat-app.theme';
const darkSystem = '(prefers-color-scheme: dark)';

interface ThemeState {
  choice: ThemeChoice;
  /** A call window without a session shows the login, in the chosen theme. */
  isLoginShown: boolean;
}

export const useTheme = createTabStore<ThemeState>(() => ({ choice: storedTheme(), isLoginShown: false }));

export function chooseTheme(choice: ThemeChoice): void {
  useTheme.setState({ choice });
  storeChoice(storageKey, choice);
  applyTheme();
}

/** Applies the theme when the system or another tab changes it. Returns a disposer. */
export function followTheme(): () => void {
  const system = matchMedia(darkSystem);
  const handleStorage = ({ key }: StorageEvent) => {
    if (key !== storageKey) return;
    useTheme.setState({ choice: storedTheme() });
    applyTheme();
  };
  system.addEventListener('change', applyTheme);
  window.addEventListener('storage', handleStorage);
  applyTheme();
  return () => {
    system.removeEventListener('change', applyTheme);
    window.removeEventListener('storage', handleStorage);
  };
}

export function setLoginShown(isLoginShown: boolean): void {
  useTheme.setState({ isLoginShown });
  applyTheme();
}

/** Whether the page is dark at the moment. */
export function useIsDark(): boolean {
  const choice = useTheme((state) => state.choice);
  const isDarkSystem = useMediaQuery(darkSystem);
  return choice === 'dark' || (choice === 'system' && isDarkSystem);
}

function applyTheme(): void {
  const { choice, isLoginShown } = useTheme.getState();
  const isChosen = choice === 'dark' || (choice === 'system' && matchMedia(darkSystem).matches);
  // Call windows are always dark, except for a login in them.
  const isDark = isChosen || (isCallWindow() && !isLoginShown);
  const root = document.documentElement;
  root.dataset['theme'] = isDark ? 'dark' : 'light';
  const canvas = getComputedStyle(root).getPropertyValue('--canvas').trim();
  if (canvas) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
}

function storedTheme(): ThemeChoice {
  const stored = readChoice(storageKey);
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}
