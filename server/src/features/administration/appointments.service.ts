import { administrationTexts, type UserId } from '@chat-app/contract';
import { forbidden } from '../../platform/errors.ts';
import { administratorRepository, assertNotLastAdministrator } from '../users/index.ts';
import type { Actor, ActOn } from './acts.ts';
import { assertNotFixed } from './fixed-administrator.ts';

export type Appointments = ReturnType<typeof createAppointments>;

/** Who is an administrator. */
export function createAppointments(actOn: ActOn) {
  return {
    grant: (actor: Actor, id: UserId) =>
      actOn({ actor, id, action: 'admin.grant' }, async ({ tx, target }) => {
        if (!target.isVerified) throw forbidden(administrationTexts.unverifiedAdministrator);
        if (target.isSuspended) throw forbidden(administrationTexts.suspendedAdministrator);
        return administratorRepository.setStored(tx, id, true);
      }),

    revoke: (actor: Actor, id: UserId) =>
      actOn({ actor, id, action: 'admin.revoke' }, async ({ tx }) => {
        await assertNotFixed(tx, id);
        await assertNotLastAdministrator(tx, id);
        return administratorRepository.setStored(tx, id, false);
      }),
  };
}
