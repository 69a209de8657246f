const forgetters = new Set<() => void>();

/** Calls back when the person who sits here goes: what is theirs must not stay for the next. Returns how to stop. */
export function onSessionEnd(forget: () => void): () => void {
  forgetters.add(forget);
  return () => forgetters.delete(forget);
}

export function announceSessionEnd(): void {
  for (const forget of forgetters) forget();
}
