import { administrationTexts, type UserId } from '@chat-app/contract';
import type { Emit } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { forbidden } from '../../platform/errors.ts';
import { administratorRepository, assertNotLastAdministrator } from '../users/index.ts';
import type { Actor, ActOn } from './acts.ts';
import { assertNotFixed } from './fixed-administrator.ts';

export type Appointments = ReturnType<typeof createAppointments>;

/** Who is an administrator. */
export function createAppointments(actOn: ActOn) {
  return {
    grant: (actor: Actor, id: UserId) =>
      actOn({ actor, id, action: 'admin.grant' }, async ({ tx, emit, target }) => {
        if (!target.isVerified) throw forbidden(administrationTexts.unverifiedAdministrator);
        if (target.isSuspended) throw forbidden(administrationTexts.suspendedAdministrator);
        return setAdministrator(tx, emit, { id, isAdmin: true });
      }),

    revoke: (actor: Actor, id: UserId) =>
      actOn({ actor, id, action: 'admin.revoke' }, async ({ tx, emit }) => {
        await assertNotFixed(tx, id);
        await assertNotLastAdministrator(tx, id);
        return setAdministrator(tx, emit, { id, isAdmin: false });
      }),
  };
}

async function setAdministrator(
  tx: Sql,
  emit: Emit,
  { id, isAdmin }: { id: UserId; isAdmin: boolean },
): Promise<boolean> {
  const isChanged = await administratorRepository.setStored(tx, id, isAdmin);
  if (isChanged) emit('user.rightsChanged', { userId: id });
  return isChanged;
}
