import type { AdminPerson, UserId } from '@chat-app/contract';
import type { Database } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { AccountRemoval } from '../account-deletion/index.ts';
import { recordAudit } from '../audit/index.ts';
import type { IssueResetLink, Sessions } from '../auth/index.ts';
import { userRepository } from '../users/index.ts';
import { type Actor, type ActOn, assertActs } from './acts.ts';
import { assertNotFixed } from './fixed-administrator.ts';
import { presentAdminPerson } from './people.presenter.ts';
import { type PeopleFilter, peopleRepository } from './people.repository.ts';
import { suspend } from './suspension.ts';

interface PeopleDeps {
  readonly actOn: ActOn;
  readonly database: Database;
  readonly issueResetLink: IssueResetLink;
  readonly mailQueue: MailQueue;
  readonly removeAccount: AccountRemoval;
  readonly sessions: Pick<Sessions, 'closeAllOf'>;
}

export type People = ReturnType<typeof createPeople>;

/** The accounts, and what administrators do with them. */
export function createPeople({ actOn, database, issueResetLink, mailQueue, removeAccount, sessions }: PeopleDeps) {
  return {
    list: async (filter: PeopleFilter, { beforeId, limit }: { beforeId: string | null; limit: number }) => {
      const rows = await peopleRepository.list(database.sql, filter, { beforeId, limit: limit + 1 });
      const page = rows.slice(0, limit);
      return { data: page.map(presentAdminPerson), cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
    },

    suspend: (actor: Actor, id: UserId) =>
      actOn({ actor, id, action: 'person.suspend' }, ({ tx, emit }) => suspend(tx, emit, { userId: id, sessions })),

    resume: (actor: Actor, id: UserId) =>
      actOn({ actor, id, action: 'person.resume' }, async ({ tx, emit }) => {
        const isChanged = await userRepository.setSuspended(tx, id, false);
        if (isChanged) emit('user.updated', { userId: id });
        return isChanged;
      }),

    signOut: (actor: Actor, id: UserId) =>
      actOn({ actor, id, action: 'person.signOut' }, async ({ tx, emit }) => {
        await sessions.closeAllOf(tx, emit, { userId: id, except: null });
        return true;
      }),

    sendResetLink: async (actor: Actor, id: UserId): Promise<AdminPerson> => {
      const mails: Parameters<MailQueue['enqueue']>[0][] = [];
      const person = await actOn({ actor, id, action: 'person.resetLink' }, async ({ tx, target }) => {
        // A retry after a conflict has created another link.
        mails.length = 0;
        mails.push(await issueResetLink(tx, target));
        return true;
      });
      mails.forEach((mail) => mailQueue.enqueue(mail));
      return person;
    },

    remove: async (actor: Actor, id: UserId): Promise<void> => {
      const user = await userRepository.find(database.sql, id);
      if (!user) throw notFound('User');
      await removeAccount(user, {
        by: 'administrator',
        check: async (tx) => {
          await assertActs(tx, actor);
          await assertNotFixed(tx, id);
          await recordAudit(tx, { actorId: actor, action: 'person.delete', targetId: id });
        },
      });
    },
  };
}
