// oxlint-disable-next-line import/no-unassigned-import -- replaces what happy-dom does not have
import './stand-in-layout.ts';
// oxlint-disable-next-line import/no-unassigned-import -- separates the threads
import './thread-channels.ts';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { App } from '../src/app/app.tsx';
import { resetAllState } from '../src/state/session-state.ts';
import { resetChatServer } from './stand-in-chat-server.ts';
import { startStandInServer } from './stand-in-server.ts';

// The first test of a file also loads the code of the screens, possibly on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

/** Call after each test, so that the next one starts with a fresh application. */
export function closeApp() {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  resetChatServer();
  resetAllState();
  localStorage.clear();
  sessionStorage.clear();
}

/** Renders the whole application at a path, with a fake server that answers from a list. */
export function openApp(path: string, answers: Parameters<typeof startStandInServer>[0] = {}) {
  window.history.replaceState(null, '', path);
  const server = startStandInServer(answers);
  render(<App />);
  return { server, person: userEvent.setup() };
}
