const followers = new Set<() => void>();

/** Moves the focus to the message field of the open chat. */
export function focusComposer(): void {
  for (const focus of followers) focus();
}

/** Returns how to stop. */
export function followComposerFocus(focus: () => void): () => void {
  followers.add(focus);
  return () => followers.delete(focus);
}
