import { useSyncExternalStore } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { createTabStore } from './session-state.ts';

/** When each action is allowed again, in milliseconds since the epoch. */
const useCooldowns = createTabStore<{ endsAtByKey: Readonly<Record<string, number>> }>(() => ({
  endsAtByKey: {},
}));

/** Takes the address as typed, and normalizes it to the address that was sent. */
export const loginCooldown = (email: string) => `login:${email.trim().toLowerCase()}`;
export const resetMailCooldown = (email: string) => `reset-mail:${email}`;
export const emailCorrectionCooldown = 'email-correction';
export const verificationMailCooldown = (email: string) => `verification-mail:${email}`;

export function startCooldown(key: string, lengthMs: number): void {
  useCooldowns.setState(({ endsAtByKey }) => ({ endsAtByKey: { ...endsAtByKey, [key]: Date.now() + lengthMs } }));
}

/** Starts the wait that the server asked for. */
export function waitAsAsked(key: string, error: Error): void {
  if (error instanceof ApiError && error.retryAfterMs) startCooldown(key, error.retryAfterMs);
}

/** Whole seconds until the action is allowed again; 0 if it is allowed now. */
export function useSecondsLeft(key: string): number {
  const endsAt = useCooldowns(({ endsAtByKey }) => endsAtByKey[key] ?? 0);
  return useSyncExternalStore(
    (onTick) => {
      if (endsAt <= Date.now()) return () => {};
      const timer = setInterval(onTick, 250);
      return () => clearInterval(timer);
    },
    () => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)),
  );
}
