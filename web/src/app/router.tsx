import { useState } from 'react';
import type { ReactNode } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  unstable_HistoryRouter as HistoryRouter,
} from 'react-router';
import { followBack, navigateFromPage } from '../ui/back-stack.ts';

/** The browser's history, shared with the dialogs and panels that the Back button closes. */
export function Router({ children }: { children: ReactNode }) {
  const [history] = useState(createHistory);
  return <HistoryRouter history={history}>{children}</HistoryRouter>;
}

function createHistory() {
  const history = createBrowserHistory({ v5Compat: true });
  const push = history.push.bind(history);
  const replace = history.replace.bind(history);
  history.push = (...target) => navigateFromPage(() => push(...target));
  history.replace = (...target) => navigateFromPage(() => replace(...target));
  followBack();
  return history;
}
