import { authForms, authToasts } from '@chat-app/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { useForgotPassword } from '../../api/reset-password.ts';
import { showServerFieldErrors } from '../../lib/forms.ts';
import { resetMailCooldown, useSecondsLeft } from '../../state/cooldowns.ts';
import { showToast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from './email-field.tsx';

interface ForgotPasswordFormProps {
  onSent: (email: string) => void;
}

export function ForgotPasswordForm({ onSent }: ForgotPasswordFormProps) {
  const forgotPassword = useForgotPassword();
  const form = useForm({ resolver: zodResolver(authForms.forgotPassword), defaultValues: { email: '' } });
  const typed = useWatch({ control: form.control, name: 'email' });
  // The key is the address as sent: trimmed and in lower case.
  const secondsLeft = useSecondsLeft(resetMailCooldown(typed.trim().toLowerCase()));

  const submit = form.handleSubmit(
    ({ email }) =>
      forgotPassword.mutate(
        { email },
        {
          onSuccess: () => onSent(email),
          onError: (error) => showServerFieldErrors(error, ['email'], form.setError),
        },
      ),
    () => showToast(authToasts.emailInvalid),
  );

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <EmailField error={form.formState.errors.email?.message} {...form.register('email')} />
      <Button type="submit" isFullWidth isBusy={forgotPassword.isPending} disabled={secondsLeft > 0}>
        {secondsLeft > 0 ? `Try again in ${secondsLeft} s` : 'Send reset link'}
      </Button>
    </form>
  );
}
