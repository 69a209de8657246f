import { passkeyForm, passkeyNameMaxLength } from '@chat-app/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAddPasskey } from '../../api/passkeys.ts';
import { ApiError } from '../../lib/api-error.ts';
import { showServerFieldErrors } from '../../lib/forms.ts';
import { TextField } from '../../ui/text-field.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { StepForm } from './step-form.tsx';

/** Somebody who signed in a while ago is asked for the password, too. */
export function AddPasskey({ onLeave }: { onLeave: () => void }) {
  const add = useAddPasskey();
  const [needsPassword, setNeedsPassword] = useState(false);
  const form = useForm({ resolver: zodResolver(passkeyForm), defaultValues: { name: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    add.mutate(values, {
      onSuccess: (added) => added && onLeave(),
      onError: (error) => {
        if (error instanceof ApiError && 'password' in error.fields) setNeedsPassword(true);
        showServerFieldErrors(error, ['password', 'name'], form.setError);
      },
    }),
  );
  return (
    <StepForm
      title="Add a passkey"
      submitLabel="Continue"
      isBusy={add.isPending}
      onSubmit={() => void submit()}
      onLeave={onLeave}
    >
      <p className="text-muted">Your browser asks next where to store it: on this device, a phone or a security key.</p>
      <TextField
        label="Name"
        hint="To recognise it in the list, for example ‘Work laptop’"
        maxLength={passkeyNameMaxLength}
        error={errors.name?.message}
        {...form.register('name')}
      />
      {needsPassword && <CurrentPasswordField error={errors.password?.message} {...form.register('password')} />}
    </StepForm>
  );
}
