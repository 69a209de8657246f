import type { deleteAccount, ParsedInputOf } from '@chat-app/contract';
import type { Caller } from '../../platform/authentication.ts';
import type { Waiter } from '../../platform/fair-queue.ts';
import { type createPasskeyCheck, type createPasswordCheck, wrongPassword } from '../auth/index.ts';
import type { AccountRemoval } from './account-removal.ts';

interface AccountDeletionDeps {
  checkPasskey: ReturnType<typeof createPasskeyCheck>;
  checkPassword: ReturnType<typeof createPasswordCheck>;
  removeAccount: AccountRemoval;
}

/** That the caller is the owner. */
type Proof = ParsedInputOf<typeof deleteAccount>;

export type AccountDeletion = ReturnType<typeof createAccountDeletion>;

export function createAccountDeletion({ checkPasskey, checkPassword, removeAccount }: AccountDeletionDeps) {
  return {
    async delete(caller: Caller, { passkey, password = '' }: Proof, waiter: Waiter): Promise<void> {
      const user = passkey
        ? await checkPasskey(caller, passkey)
        : await checkPassword(caller.userId, { password, field: 'password', waiter });
      await removeAccount(user, {
        by: 'owner',
        check: async (_, { passwordHash }) => {
          // It may have been reset or changed while it was being checked.
          if (passwordHash !== user.passwordHash) throw wrongPassword('password');
        },
      });
    },
  };
}
