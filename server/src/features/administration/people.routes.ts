import * as contract from '@chat-app/contract';
import { readIdCursor } from '../../platform/id-cursor.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { Appointments } from './appointments.service.ts';
import type { People } from './people.service.ts';

const actRate = { limit: 120, windowMs: 60_000 };
const resetLinkRate = { limit: 30, windowMs: 60_000 };
/** Hundreds of chats are left one by one. */
const deletionDeadlineMs = 30_000;

export function servePeople(serve: Serve, { appointments, people }: { appointments: Appointments; people: People }) {
  serve(contract.getPeople, {}, async ({ input: { cursor, limit, search = '', state } }) =>
    people.list({ search, state }, { beforeId: readIdCursor(cursor), limit }),
  );

  const acts = [
    [contract.suspendPerson, people.suspend, actRate],
    [contract.resumePerson, people.resume, actRate],
    [contract.signOutPerson, people.signOut, actRate],
    [contract.sendResetLink, people.sendResetLink, resetLinkRate],
    [contract.grantAdministration, appointments.grant, actRate],
    [contract.revokeAdministration, appointments.revoke, actRate],
  ] as const;
  for (const [endpoint, act, rate] of acts) {
    serve(endpoint, { rate }, async ({ caller, input }) => ({ person: await act(caller.userId, input.id) }));
  }

  serve(contract.deletePerson, { rate: actRate, deadlineMs: deletionDeadlineMs }, async ({ caller, input }) => {
    await people.remove(caller.userId, input.id);
    return {};
  });
}
