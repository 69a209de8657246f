const followers = new Set<() => void>();

/** Call before this device joins a call. What plays or records sound pauses. */
export function announceCallStart(): void {
  for (const pause of followers) pause();
}

/** Returns how to stop. */
export function followCallStart(pause: () => void): () => void {
  followers.add(pause);
  return () => followers.delete(pause);
}
