// oxlint-disable-next-line import/no-unassigned-import -- replaces what happy-dom does not have
import './stand-in-layout.ts';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import type { StoreApi } from 'zustand';
import { App } from '../src/app/app.tsx';
import { useTransfers } from '../src/features/file-transfer/session/transfer-list.ts';
import { useConnection } from '../src/state/connection.ts';
import { useCooldowns } from '../src/state/cooldowns.ts';
import { useInfoPanel } from '../src/state/info-panel.ts';
import { useNotices } from '../src/state/notices.ts';
import { setOnlineUsers } from '../src/state/online-users.ts';
import { useOverlay } from '../src/state/overlay.ts';
import { forgetReadMarks } from '../src/state/read-marks.ts';
import { useRinging } from '../src/state/ringing.ts';
import { announceSessionEnd } from '../src/state/session-end.ts';
import { useSidebar } from '../src/state/sidebar.ts';
import { useSingleKeys } from '../src/state/single-keys.ts';
import { useTheme } from '../src/state/theme.ts';
import { useToasts } from '../src/state/toasts.ts';
import { resetChatServer } from './stand-in-chat-server.ts';
import { startStandInServer } from './stand-in-server.ts';

// The first test of a file also loads the code of the screens, possibly on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

/** Stores that survive a session or are not cleared otherwise before the next test. */
const stores: Pick<StoreApi<object>, 'setState' | 'getInitialState'>[] = [
  useConnection,
  useCooldowns,
  useInfoPanel,
  useNotices,
  useOverlay,
  useRinging,
  useSidebar,
  useSingleKeys,
  useTheme,
  useToasts,
  useTransfers,
];

/** Call after each test, so that the next one starts with a fresh application. */
export function closeApp() {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  resetChatServer();
  announceSessionEnd();
  localStorage.clear();
  for (const store of stores) store.setState(store.getInitialState());
  setOnlineUsers([]);
  forgetReadMarks();
}

/** Renders the whole application at a path, with a fake server that answers from a list. */
export function openApp(path: string, answers: Parameters<typeof startStandInServer>[0] = {}) {
  window.history.replaceState(null, '', path);
  const server = startStandInServer(answers);
  render(<App />);
  return { server, person: userEvent.setup() };
}
