import { inputTexts, type SessionId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { invalidInput } from '../../platform/errors.ts';
import type { AddressGuard } from '../../platform/outbound/address-guard.ts';
import { areDeviceKeys } from '../../platform/web-push/encrypt.ts';
import { pushRepository } from './push.repository.ts';

interface PushDeps {
  readonly database: Database;
  readonly guard: AddressGuard;
  readonly publicKey: string;
  readonly transact: Transact;
}

interface GivenSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly hasPreview: boolean;
}

export type Push = ReturnType<typeof createPush>;

export function createPush({ database, guard, publicKey, transact }: PushDeps) {
  return {
    publicKey,

    /** The endpoint is untrusted input: it is checked now, and again for every notification. */
    async subscribe(sessionId: SessionId, { endpoint, keys, hasPreview }: GivenSubscription): Promise<void> {
      const url = guard.parse(endpoint);
      if (url === null || !areDeviceKeys(keys)) throw invalidInput(inputTexts.pushInvalid);
      await transact((tx) => pushRepository.subscribe(tx, { sessionId, endpoint: url.href, ...keys, hasPreview }));
    },

    unsubscribe: (sessionId: SessionId) => pushRepository.unsubscribe(database.sql, sessionId),
  };
}
