import { authForms, limits, newPasswordRules } from '@chat-app/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { useResetPassword } from '../../api/reset-password.ts';
import { ApiError } from '../../lib/api-error.ts';
import { checkRules, showServerFieldErrors } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

interface ResetPasswordFormProps {
  token: string;
  onDone: () => void;
  /** The link can no longer be used. */
  onLinkRejected: () => void;
}

/** The server can reject the link or the new password; in the second case it names that field. */
const isAboutLink = (error: Error) =>
  error instanceof ApiError && error.code === 'invalid_input' && error.fields['newPassword'] === undefined;

export function ResetPasswordForm({ token, onDone, onLinkRejected }: ResetPasswordFormProps) {
  const resetPassword = useResetPassword();
  const form = useForm({
    resolver: zodResolver(authForms.resetPassword),
    defaultValues: { newPassword: '', confirm: '' },
  });
  const { errors } = form.formState;
  const typed = useWatch({ control: form.control, name: 'newPassword' });

  const submit = form.handleSubmit(({ newPassword }) =>
    resetPassword.mutate(
      { token, newPassword },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (isAboutLink(error)) onLinkRejected();
          else showServerFieldErrors(error, ['newPassword'], form.setError);
        },
      },
    ),
  );

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <PasswordField
        label="New password"
        autoComplete="new-password"
        maxLength={limits.resetPasswordMaxLength}
        rules={checkRules(newPasswordRules, typed)}
        error={errors.newPassword?.message}
        {...form.register('newPassword', { deps: 'confirm' })}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        maxLength={limits.resetPasswordMaxLength}
        error={errors.confirm?.message}
        {...form.register('confirm')}
      />
      <Button type="submit" isFullWidth isBusy={resetPassword.isPending} className="mt-1">
        Reset password
      </Button>
    </form>
  );
}
