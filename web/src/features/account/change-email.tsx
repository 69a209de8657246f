import { changeEmail, limits } from '@chat-app/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useChangeEmail } from '../../api/change-email.ts';
import { showServerFieldErrors } from '../../lib/forms.ts';
import { TextField } from '../../ui/text-field.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { StepForm } from './step-form.tsx';

export function ChangeEmail({ onLeave }: { onLeave: () => void }) {
  const change = useChangeEmail();
  const form = useForm({ resolver: zodResolver(changeEmail.input), defaultValues: { email: '', password: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    change.mutate(values, {
      onSuccess: onLeave,
      onError: (error) => showServerFieldErrors(error, ['email', 'password'], form.setError),
    }),
  );
  return (
    <StepForm
      title="Change your email address"
      submitLabel="Send link"
      isBusy={change.isPending}
      onSubmit={() => void submit()}
      onLeave={onLeave}
    >
      <p className="text-muted">
        We send a link to the new address. Your present one gets a mail as well, with which you can undo the change for
        7 days.
      </p>
      <TextField
        label="New email address"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.emailMaxLength}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <CurrentPasswordField error={errors.password?.message} {...form.register('password')} />
    </StepForm>
  );
}
