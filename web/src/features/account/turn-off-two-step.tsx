import { secondFactorForms } from '@chat-app/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useDisableTotp } from '../../api/second-factor.ts';
import { showServerFieldErrors } from '../../lib/forms.ts';
import { TextField } from '../../ui/text-field.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { StepForm } from './step-form.tsx';

export function TurnOffTwoStep({ onLeave }: { onLeave: () => void }) {
  const disable = useDisableTotp();
  const form = useForm({
    resolver: zodResolver(secondFactorForms.disable),
    defaultValues: { password: '', code: '' },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    disable.mutate(values, {
      onSuccess: onLeave,
      onError: (error) => showServerFieldErrors(error, ['password', 'code'], form.setError),
    }),
  );
  return (
    <StepForm
      title="Turn two-step login off"
      submitLabel="Turn off"
      isDestructive
      isBusy={disable.isPending}
      onSubmit={() => void submit()}
      onLeave={onLeave}
    >
      <p className="text-muted">From then on, your password is enough to log in. Your recovery codes stop working.</p>
      <CurrentPasswordField error={errors.password?.message} {...form.register('password')} />
      <TextField
        label="Code"
        hint="From your authenticator app, or a recovery code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        error={errors.code?.message}
        {...form.register('code')}
      />
    </StepForm>
  );
}
