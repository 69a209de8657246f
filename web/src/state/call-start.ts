const followers = new Set<() => void>();

/** Call before this device joins a call. What plays or records sound gives way to it. */
export function announceCallStart(): void {
  for (const giveWay of followers) giveWay();
}

/** Returns how to stop. */
export function followCallStart(giveWay: () => void): () => void {
  followers.add(giveWay);
  return () => followers.delete(giveWay);
}
