import { type AdminPerson, answerTexts, type AuditAction, type UserId } from '@chat-app/contract';
import type { Emit, Transact } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { recordAudit } from '../audit/index.ts';
import { administratorRepository, type UserRow, userRepository } from '../users/index.ts';
import { presentAdminPerson } from './people.presenter.ts';
import { peopleRepository } from './people.repository.ts';

/** An administrator; null for the command line, whose user has the database anyway. */
export type Actor = UserId | null;

/** Inside the transaction, with the locked account. */
interface Work {
  readonly tx: Sql;
  readonly emit: Emit;
  readonly target: UserRow;
}

/** Something that is done to an account. The work returns false if it changed nothing, which is not recorded. */
export type ActOn = (
  act: { readonly actor: Actor; readonly id: UserId; readonly action: AuditAction },
  work: (given: Work) => Promise<boolean>,
) => Promise<AdminPerson>;

/**
 * Begins what an administrator does. One at a time: another administrator may have revoked or suspended this one while
 * the request was on its way.
 */
export async function beginAct(tx: Sql, actor: Actor): Promise<void> {
  await administratorRepository.lock(tx);
  await assertActs(tx, actor);
}

/** For an act that has taken the lock already if its target is an administrator, and must not take it any more. */
export async function assertActs(tx: Sql, actor: Actor): Promise<void> {
  if (actor !== null && !(await administratorRepository.has(tx, actor))) {
    throw new AppError('not_found', answerTexts.unknownPath);
  }
}

export const createActOn =
  (transact: Transact): ActOn =>
  ({ actor, id, action }, work) =>
    transact(async (tx, emit) => {
      await beginAct(tx, actor);
      const target = await userRepository.findLocked(tx, id);
      if (!target) throw notFound('User');
      if (await work({ tx, emit, target })) await recordAudit(tx, { actorId: actor, action, targetId: id });
      const person = await peopleRepository.find(tx, id);
      if (!person) throw notFound('User');
      return presentAdminPerson(person);
    });
