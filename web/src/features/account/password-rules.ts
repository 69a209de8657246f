import { accountToasts, fieldTexts } from '@chat-app/contract';
import type { ToastText } from '@chat-app/contract';

export interface PasswordChange {
  oldPassword: string;
  newPassword: string;
  confirm: string;
}

interface PasswordProblem {
  toast: ToastText;
  errors: Partial<Record<keyof PasswordChange, string>>;
}

/** The first problem with this change, in the specified order; null if there is none. */
export function findPasswordProblem({ oldPassword, newPassword, confirm }: PasswordChange): PasswordProblem | null {
  if (!oldPassword || !newPassword || !confirm) {
    return {
      toast: accountToasts.passwordMissing,
      errors: {
        ...(!oldPassword && { oldPassword: fieldTexts.passwordRequired }),
        ...(!newPassword && { newPassword: fieldTexts.newPasswordRequired }),
        ...(!confirm && { confirm: fieldTexts.confirmRequired }),
      },
    };
  }
  if (newPassword === oldPassword) {
    return { toast: accountToasts.passwordSame, errors: { newPassword: accountToasts.passwordSame.message } };
  }
  if (newPassword !== confirm) {
    return { toast: accountToasts.passwordDifferent, errors: { confirm: fieldTexts.resetConfirmDifferent } };
  }
  return null;
}
