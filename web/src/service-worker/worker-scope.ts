/**
 * The global scope of a service worker. TypeScript's `webworker` library conflicts with the `dom` library, which the
 * rest of this package is checked with.
 */
export interface WorkerScope {
  readonly clients: WorkerClients;
  readonly registration: ServiceWorkerRegistration;
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ) => void;
}

export interface WorkerClients {
  claim: () => Promise<void>;
  matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly WorkerClient[]>;
  openWindow: (url: string) => Promise<unknown>;
}

interface WorkerClient {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus: () => Promise<unknown>;
  postMessage: (message: unknown) => void;
}

/** The browser keeps the worker alive until the promise is settled. */
interface WaitingEvent {
  waitUntil: (work: Promise<unknown>) => void;
}

interface WorkerEvents {
  install: WaitingEvent;
  activate: WaitingEvent;
  fetch: { readonly request: Request; respondWith: (answer: Promise<Response>) => void };
  push: WaitingEvent & { readonly data: { json: () => unknown } | null };
  notificationclick: WaitingEvent & { readonly notification: Notification };
}
