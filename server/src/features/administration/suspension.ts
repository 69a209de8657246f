import type { UserId } from '@chat-app/contract';
import type { Emit } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import type { Sessions } from '../auth/index.ts';
import { assertNotLastAdministrator, userRepository } from '../users/index.ts';
import { assertNotFixed } from './fixed-administrator.ts';

interface Suspension {
  readonly userId: UserId;
  readonly sessions: Pick<Sessions, 'closeAllOf'>;
}

/** Ends everything of a locked account that is going on; deletes nothing. False if it was suspended already. */
export async function suspend(tx: Sql, emit: Emit, { userId, sessions }: Suspension): Promise<boolean> {
  await assertNotFixed(tx, userId);
  await assertNotLastAdministrator(tx, userId);
  if (!(await userRepository.setSuspended(tx, userId, true))) return false;
  await sessions.closeAllOf(tx, emit, { userId, except: null });
  emit('user.suspended', { userId });
  emit('user.updated', { userId });
  return true;
}
