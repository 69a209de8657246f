import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** Keeps a use of an invitation for an account that is being created. False when the invitation cannot be used. */
export type ReserveInvite = (tx: Sql, given: { token: string; userId: UserId }) => Promise<boolean>;
