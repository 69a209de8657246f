import type { UserId } from '@chat-app/contract';
import type { Emit, Transact } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Sql } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import { emailChangeRepository, type Sessions } from '../auth/index.ts';
import { callRepository } from '../calls/index.ts';
import { leaveAllChats } from '../chats/index.ts';
import { friendshipRepository } from '../friendships/index.ts';
import { forgetAuthor } from '../messages/index.ts';
import { uploadRepository, type Uploads } from '../uploads/index.ts';
import { assertNotLastAdministrator, type UserRow, userRepository } from '../users/index.ts';
import { goodbyeMail } from './account-deletion.mails.ts';

interface AccountRemovalDeps {
  background: Background;
  mailQueue: MailQueue;
  sessions: Pick<Sessions, 'closeAllOf'>;
  title: string;
  transact: Transact;
  uploads: Pick<Uploads, 'removeUnused'>;
}

export interface Removal {
  readonly by: 'owner' | 'administrator';
  /** Sees the account as it is now, locked, and can refuse. */
  readonly check: (tx: Sql, present: UserRow) => Promise<void>;
}

const filesAtOnce = 50;

export type AccountRemoval = ReturnType<typeof createAccountRemoval>;

/** Removes an account with everything that belongs to its owner alone. */
export function createAccountRemoval({
  background,
  mailQueue,
  sessions,
  title,
  transact,
  uploads,
}: AccountRemovalDeps) {
  async function removeFiles(fileNames: readonly string[]) {
    for (let start = 0; start < fileNames.length; start += filesAtOnce) {
      await uploads.removeUnused(fileNames.slice(start, start + filesAtOnce));
    }
  }

  /** All of it or nothing. Returns the files that were theirs, and their former addresses. */
  async function removeAll(tx: Sql, emit: Emit, { id: userId, name }: UserRow, check: Removal['check']) {
    // Somebody with very many messages; other statements of the server are short.
    await tx.script("set local statement_timeout = '25s'");
    // Before the chats, which nobody can write to while they are locked.
    await assertNotLastAdministrator(tx, userId);
    // Chats before the account: a message that is being written locks its chat first.
    await forgetAuthor(tx, emit, { userId, name });
    await leaveAllChats(tx, emit, userId);
    const present = await userRepository.lockForRemoval(tx, userId);
    if (!present) throw notFound('User');
    await check(tx, present);
    // Those that were created since.
    await leaveAllChats(tx, emit, userId);
    await callRepository.handOver(tx, userId);
    await endFriendships(tx, emit, userId);
    await sessions.closeAllOf(tx, emit, { userId, except: null });
    const formerEmails = await emailChangeRepository.listUndoable(tx, userId);
    const fileNames = await uploadRepository.disown(tx, userId);
    await userRepository.remove(tx, userId);
    return { fileNames, formerEmails };
  }

  return async (user: UserRow, { by, check }: Removal): Promise<void> => {
    const { fileNames, formerEmails } = await transact((tx, emit) => removeAll(tx, emit, user, check));
    // The former ones as well: a stranger who changed the address may have deleted the account, too.
    for (const email of new Set([user.email, ...formerEmails])) {
      mailQueue.enqueue(goodbyeMail({ name: user.name, email }, { by, title }));
    }
    background.run('remove files of a deleted account', () => removeFiles(fileNames));
  };
}

async function endFriendships(tx: Sql, emit: Emit, userId: UserId): Promise<void> {
  for (const { otherId, isAccepted } of await friendshipRepository.listPairs(tx, userId)) {
    emit(isAccepted ? 'friendship.ended' : 'friendRequest.withdrawn', { userIds: [userId, otherId] });
  }
}
