import type { UserId } from '@chat-app/contract';

interface PendingInvite {
  readonly token: string;
  readonly at: number;
  /** Whose registration it was; null before somebody signs up or logs in. */
  readonly userId: UserId | null;
}

const key = 'chat-app.invite';
/** For one who logs in. Short, because the next person in this tab may be another one. */
const unclaimedMs = 60 * 60_000;
/** For one who signed up and has to verify their address: as long as the server reserves a use for them. */
const claimedMs = 48 * 60 * 60_000;

/**
 * Keeps the invitation that a visitor follows while they sign up or log in: for this tab only, since others may use the
 * browser. After signing up, it is that user's in every tab, because the link that verifies an address opens another one.
 */
export function rememberInvite(token: string, userId: UserId | null = null): void {
  try {
    const storage = userId === null ? sessionStorage : localStorage;
    storage.setItem(key, JSON.stringify({ token, at: Date.now(), userId } satisfies PendingInvite));
    if (userId !== null) sessionStorage.removeItem(key);
  } catch {
    // Without storage, the person follows the link once more.
  }
}

/** The token for a person who signs up; null if they follow no invitation. */
export const inviteOfVisitor = (): string | null => tokenFor(null);

/** The token that is left to accept for this user. */
export const inviteOf = (userId: UserId): string | null => inviteOfVisitor() ?? tokenFor(userId);

export function forgetInvite(): void {
  try {
    sessionStorage.removeItem(key);
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

function tokenFor(userId: UserId | null): string | null {
  const pending = read(userId === null ? 'sessionStorage' : 'localStorage');
  if (pending?.userId !== userId) return null;
  const isInTime = Date.now() - pending.at < (userId === null ? unclaimedMs : claimedMs);
  return isInTime ? pending.token : null;
}

function read(area: 'sessionStorage' | 'localStorage'): PendingInvite | null {
  try {
    return JSON.parse(window[area].getItem(key) ?? 'null') as PendingInvite | null;
  } catch {
    return null;
  }
}
