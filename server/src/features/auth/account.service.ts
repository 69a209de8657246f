import { isDeepStrictEqual } from 'node:util';
import {
  answerTexts,
  generatedAvatarPath,
  type InputOf,
  type updatePrivacy,
  uploadPath,
  type UserId,
} from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { assertUncommon } from '../../platform/common-passwords.ts';
import { invalidInput, notFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/authentication.ts';
import type { Waiter } from '../../platform/fair-queue.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { presentPrivacy, userRepository } from '../users/index.ts';
import { emailChangeRepository } from './email-changes.repository.ts';
import { loginTicketRepository } from './login-tickets.repository.ts';
import { type PasswordCheck, wrongPassword } from './password-check.ts';
import type { SecurityNotifications } from './security-notifications.ts';
import type { Sessions } from './sessions.service.ts';
import { deviceRepository } from './devices.repository.ts';

interface AccountDeps {
  database: Database;
  transact: Transact;
  checkPassword: PasswordCheck;
  notify: SecurityNotifications;
  passwords: Passwords;
  sessions: Sessions;
  title: string;
}

interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
}

export type Account = ReturnType<typeof createAccount>;

export function createAccount(deps: AccountDeps) {
  const { database, transact, checkPassword, notify, passwords, sessions, title } = deps;

  async function findUser(userId: UserId) {
    const user = await userRepository.find(database.sql, userId);
    if (!user) throw notFound('User');
    return user;
  }

  return {
    findUser,

    /** An omitted avatar stays; null, an empty string or the path of the generated avatar removes it. */
    updateProfile: (userId: UserId, { name, avatar }: { name: string; avatar?: string | null | undefined }) =>
      transact(async (tx, emit) => {
        const before = await userRepository.findLocked(tx, userId);
        await userRepository.rename(tx, userId, name);
        if (avatar !== undefined) {
          const isNone = avatar === null || avatar === '' || avatar === generatedAvatarPath(userId);
          const fileName = isNone ? null : fileNameOf(avatar);
          if (!(await userRepository.setAvatar(tx, userId, fileName))) {
            throw invalidInput(answerTexts.avatarNotYours, { avatar: answerTexts.avatarNotYours });
          }
        }
        const user = await userRepository.find(tx, userId);
        if (!before || !user) throw notFound('User');
        const isChanged = user.name !== before.name || user.avatarFile !== before.avatarFile;
        if (isChanged) emit('user.updated', { userId });
        return user;
      }),

    updatePrivacy: (userId: UserId, given: InputOf<typeof updatePrivacy>) =>
      transact(async (tx, emit) => {
        const before = await userRepository.find(tx, userId);
        const user = await userRepository.setPrivacy(tx, userId, given);
        if (!before || !user) throw notFound('User');
        const isChanged = !isDeepStrictEqual(presentPrivacy(before), presentPrivacy(user));
        if (isChanged) emit('user.privacyUpdated', { userId });
        return user;
      }),

    async changePassword(caller: Caller, { oldPassword, newPassword }: PasswordChange, waiter: Waiter) {
      const user = await checkPassword(caller.userId, { password: oldPassword, field: 'oldPassword', waiter });
      if (oldPassword === newPassword) {
        throw invalidInput(answerTexts.passwordNotChanged, { newPassword: answerTexts.passwordNotChanged });
      }
      assertUncommon(newPassword, { field: 'newPassword', title });
      const passwordHash = await passwords.hash(newPassword, waiter);
      const sendMail = await transact(async (tx, emit) => {
        // It may have been reset or changed while the old one was being checked.
        if ((await userRepository.lockPasswordHash(tx, user.id)) !== user.passwordHash)
          throw wrongPassword('oldPassword');
        await userRepository.setPassword(tx, user.id, passwordHash);
        await deviceRepository.removeAllOf(tx, user.id);
        await loginTicketRepository.removeAllOf(tx, user.id);
        await emailChangeRepository.voidPending(tx, user.id);
        await sessions.closeAllOf(tx, emit, { userId: user.id, except: caller.sessionId });
        return notify(tx, user, 'passwordChanged');
      });
      sendMail();
    },
  };
}

function fileNameOf(avatar: string): string {
  const prefix = uploadPath('');
  if (!avatar.startsWith(prefix))
    throw invalidInput(answerTexts.avatarNotYours, { avatar: answerTexts.avatarNotYours });
  return avatar.slice(prefix.length);
}
