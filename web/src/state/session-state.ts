import { create } from 'zustand';
import type { StoreApi, UseBoundStore } from 'zustand';

type Store<State> = UseBoundStore<StoreApi<State>>;

const endListeners = new Set<() => void>();
const tabStoreResets = new Set<() => void>();

/** A store with data of the signed-in user. When the session ends, it is cleared; `dispose` gets the last state. */
export function createSessionStore<State extends object>(
  initial: () => State,
  dispose: (last: State) => void = () => {},
): Store<State> {
  const store = create<State>(initial);
  onSessionEnd(() => {
    dispose(store.getState());
    store.setState(store.getInitialState(), true);
  });
  return store;
}

/** A store that survives a logout: choices of this browser, or state that its owner clears. */
export function createTabStore<State extends object>(initial: () => State): Store<State> {
  const store = create<State>(initial);
  tabStoreResets.add(() => store.setState(store.getInitialState(), true));
  return store;
}

/** Calls `listener` when the session ends, so that no data stays for the next user. Returns a disposer. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Clears the state of the signed-in user. */
export function clearSessionState(): void {
  for (const listener of endListeners) listener();
}

/** For tests: resets every store, so that the next test starts like a new tab. */
export function resetAllState(): void {
  clearSessionState();
  for (const reset of tabStoreResets) reset();
}
