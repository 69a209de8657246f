import { limits } from '@chat-app/contract';
import type { ComponentProps } from 'react';
import { PasswordField } from '../../ui/password-field.tsx';

/** Asked for before something about the security of the account changes. */
export function CurrentPasswordField(field: Omit<ComponentProps<typeof PasswordField>, 'label'>) {
  return (
    <PasswordField
      label="Current password"
      autoComplete="current-password"
      maxLength={limits.resetPasswordMaxLength}
      {...field}
    />
  );
}
