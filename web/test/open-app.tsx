// oxlint-disable-next-line import/no-unassigned-import -- replaces what happy-dom does not have
import './stand-in-layout.ts';
// oxlint-disable-next-line import/no-unassigned-import -- replaces what happy-dom takes too long for
import './stand-in-styles.ts';
// oxlint-disable-next-line import/no-unassigned-import -- separates the threads
import './thread-channels.ts';
import { cleanup, configure, prettyDOM, render } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { inject, vi } from 'vitest';
import { App } from '../src/app/app.tsx';
import { resetAllState } from '../src/state/session-state.ts';
import { resetChatServer } from './stand-in-chat-server.ts';
import { startStandInServer } from './stand-in-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    deadlineMs: number;
  }
}

// The first test of a file also loads the code of the screens, possibly on a busy machine.
configure({ asyncUtilTimeout: inject('deadlineMs'), getElementError: searchError });

/** Prints the page only if the message is read: a search that waits fails many times before it finds its element. */
function searchError(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  let text: string | undefined;
  const read = () => (text ??= `${message ?? ''}\n\n${prettyDOM(container) || ''}`);
  return Object.defineProperty(error, 'message', {
    configurable: true,
    get: read,
    set: (value: string) => {
      text = value;
    },
  });
}

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
  window.history.replaceState(null, '', '/');
}

/** Renders the whole application at a path, with a fake server that answers from a list. */
export function openApp(path: string, answers: Parameters<typeof startStandInServer>[0] = {}) {
  window.history.replaceState(null, '', path);
  const server = startStandInServer(answers);
  render(<App />);
  const person = aPerson();
  return { server, person: { ...person, type: typeInOnePiece(person) } };
}

/**
 * The library would ask for the computed style of every element around a target, which is slow, and a dialog lets pointers
 * through only a moment after it is shown. Without a layout, that what is clicked can be reached is for a browser to prove.
 */
const aPerson = () => userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });

/** Types what is between special keys at once: after each key the whole page would render several times. */
function typeInOnePiece({ click, keyboard, paste, type }: ReturnType<typeof userEvent.setup>): typeof type {
  return async (element, text, options) => {
    if (options) return type(element, text, options);
    await click(element);
    for (const part of text.split(/(\{[^}]+\})/).filter((each) => each !== '')) {
      await (part.startsWith('{') ? keyboard(part) : paste(part));
    }
    return undefined;
  };
}
