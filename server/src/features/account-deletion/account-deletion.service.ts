import type { deleteAccount, ParsedInputOf, UserId } from '@chat-app/contract';
import type { Emit, Transact } from '../../domain-events.ts';
import type { Caller } from '../../platform/authentication.ts';
import type { Background } from '../../platform/background.ts';
import type { Sql } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Waiter } from '../../platform/fair-queue.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import {
  type createPasskeyCheck,
  type createPasswordCheck,
  emailChangeRepository,
  type Sessions,
  wrongPassword,
} from '../auth/index.ts';
import { callRepository } from '../calls/index.ts';
import { leaveAllChats } from '../chats/index.ts';
import { friendshipRepository } from '../friendships/index.ts';
import { forgetAuthor } from '../messages/index.ts';
import { uploadRepository, type Uploads } from '../uploads/index.ts';
import { type UserRow, userRepository } from '../users/index.ts';
import { goodbyeMail } from './account-deletion.mails.ts';

interface AccountDeletionDeps {
  background: Background;
  checkPasskey: ReturnType<typeof createPasskeyCheck>;
  checkPassword: ReturnType<typeof createPasswordCheck>;
  mailQueue: MailQueue;
  sessions: Sessions;
  title: string;
  transact: Transact;
  uploads: Pick<Uploads, 'removeUnused'>;
}

/** That the caller is the owner. */
type Proof = ParsedInputOf<typeof deleteAccount>;

const filesAtOnce = 50;

export type AccountDeletion = ReturnType<typeof createAccountDeletion>;

export function createAccountDeletion(deps: AccountDeletionDeps) {
  const { background, checkPasskey, checkPassword, mailQueue, sessions, title, transact, uploads } = deps;

  async function removeFiles(fileNames: readonly string[]) {
    for (let start = 0; start < fileNames.length; start += filesAtOnce) {
      await uploads.removeUnused(fileNames.slice(start, start + filesAtOnce));
    }
  }

  return {
    async delete(caller: Caller, { passkey, password = '' }: Proof, waiter: Waiter): Promise<void> {
      const user = passkey
        ? await checkPasskey(caller, passkey)
        : await checkPassword(caller.userId, { password, field: 'password', waiter });
      const { fileNames, formerEmails } = await transact((tx, emit) => removeAccount(tx, emit, user, sessions));
      // The former ones as well: a stranger who changed the address may have deleted the account, too.
      for (const email of new Set([user.email, ...formerEmails])) {
        mailQueue.enqueue(goodbyeMail({ name: user.name, email }, title));
      }
      background.run('remove files of a deleted account', () => removeFiles(fileNames));
    },
  };
}

/** All of it or nothing. Returns the files that were theirs, and their former addresses. */
async function removeAccount(tx: Sql, emit: Emit, { id: userId, name, passwordHash }: UserRow, sessions: Sessions) {
  // Somebody with very many messages; other statements of the server are short.
  await tx.script("set local statement_timeout = '25s'");
  // Chats before the account: a message that is being written locks its chat first.
  await forgetAuthor(tx, emit, { userId, name });
  await leaveAllChats(tx, emit, userId);
  const present = await userRepository.lockForRemoval(tx, userId);
  if (!present) throw notFound('User');
  // It may have been reset or changed while it was being checked.
  if (present.passwordHash !== passwordHash) throw wrongPassword('password');
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

async function endFriendships(tx: Sql, emit: Emit, userId: UserId): Promise<void> {
  for (const { otherId, isAccepted } of await friendshipRepository.listPairs(tx, userId)) {
    emit(isAccepted ? 'friendship.ended' : 'friendRequest.withdrawn', { userIds: [userId, otherId] });
  }
}
