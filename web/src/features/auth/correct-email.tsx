import { authForms, authToasts } from '@chat-app/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useCorrectEmail } from '../../api/verification.ts';
import { showServerFieldErrors } from '../../lib/forms.ts';
import { emailCorrectionCooldown, useSecondsLeft } from '../../state/cooldowns.ts';
import { showToast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from './email-field.tsx';

/** For a user who mistyped the email address when signing up. */
export function CorrectEmail({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <CorrectEmailForm email={email} onSaved={() => setIsOpen(false)} />;
  return (
    <Button variant="secondary" isFullWidth onClick={() => setIsOpen(true)}>
      Wrong address?
    </Button>
  );
}

function CorrectEmailForm({ email, onSaved }: { email: string; onSaved: () => void }) {
  const correct = useCorrectEmail();
  const secondsLeft = useSecondsLeft(emailCorrectionCooldown);
  const form = useForm({ resolver: zodResolver(authForms.forgotPassword), defaultValues: { email } });
  // The clicked button is gone, so move the focus to the field.
  useEffect(() => form.setFocus('email'), [form]);
  const submit = form.handleSubmit(
    (values) =>
      correct.mutate(values, {
        onSuccess: onSaved,
        onError: (error) => showServerFieldErrors(error, ['email'], form.setError),
      }),
    () => showToast(authToasts.emailInvalid),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <EmailField error={form.formState.errors.email?.message} {...form.register('email')} />
      <Button type="submit" isFullWidth isBusy={correct.isPending} disabled={secondsLeft > 0} className="tabular-nums">
        {secondsLeft > 0 ? `Save and send again (${secondsLeft} s)` : 'Save and send again'}
      </Button>
    </form>
  );
}
