const forgetters = new Set<() => void>();

/** Calls `forget` when the session ends, so that no data stays for the next user. Returns a disposer. */
export function onSessionEnd(forget: () => void): () => void {
  forgetters.add(forget);
  return () => forgetters.delete(forget);
}

export function announceSessionEnd(): void {
  for (const forget of forgetters) forget();
}
