import type { UserId } from '@chat-app/contract';

interface PendingInvite {
  readonly token: string;
  readonly at: number;
  /** Whose registration it was; null before somebody signs up or logs in. */
  readonly userId: UserId | null;
}

const key = 'chat-app.invite';
/** For one who logs in. Short, because the next person in this browser may be another one. */
const unclaimedMs = 60 * 60_000;
/** For one who signed up and has to verify their address: as long as the server reserves a use for them. */
const claimedMs = 48 * 60 * 60_000;

/**
 * Keeps the invitation that a visitor follows while they sign up or log in. In the browser's storage: the link that
 * verifies an address opens another tab. After signing up, it is that user's and nobody else's.
 */
export function rememberInvite(token: string, userId: UserId | null = null): void {
  try {
    localStorage.setItem(key, JSON.stringify({ token, at: Date.now(), userId } satisfies PendingInvite));
  } catch {
    // Without storage, the person follows the link once more.
  }
}

/** The token for a person who signs up; null if they follow no invitation. */
export const inviteOfVisitor = (): string | null => tokenFor(null);

/** The token that is left to accept for this user. */
export const inviteOf = (userId: UserId): string | null => tokenFor(userId);

export function forgetInvite(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

function tokenFor(userId: UserId | null): string | null {
  const pending = read();
  if (!pending) return null;
  const isInTime = Date.now() - pending.at < (pending.userId === null ? unclaimedMs : claimedMs);
  const isTheirs = pending.userId === null || pending.userId === userId;
  return isInTime && isTheirs ? pending.token : null;
}

function read(): PendingInvite | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as PendingInvite | null;
  } catch {
    return null;
  }
}
