import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseTheme, followTheme, setLoginShown, useTheme } from './theme.ts';

let isSystemDark = false;
const listeners = new Set<() => void>();

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isSystemDark;
    },
    addEventListener: (_name: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_name: string, listener: () => void) => listeners.delete(listener),
  }));
});

afterEach(() => {
  useTheme.setState({ choice: 'system' });
  isSystemDark = false;
});

const shown = () => document.documentElement.dataset['theme'];

test('[UI-30] the theme follows the system and its changes', () => {
  const stop = followTheme();
  expect(shown()).toBe('light');
  isSystemDark = true;
  listeners.forEach((listener) => listener());
  expect(shown()).toBe('dark');
  stop();
  expect(listeners.size).toBe(0);
});

test('[UI-31] a chosen theme overrides the system and is stored under the key that theme.js reads', () => {
  isSystemDark = true;
  chooseTheme('light');
  expect([shown(), localStorage.getItem('chat-app.theme')]).toEqual(['light', 'light']);
});

test('[CALL-206] a call window is dark, a login in it is not', () => {
  history.replaceState(null, '', '/voice-call/some-chat');
  setLoginShown(false);
  expect(shown()).toBe('dark');
  setLoginShown(true);
  expect(shown()).toBe('light');
  setLoginShown(false);
});
