import { deleteAccount } from '@chat-app/contract';
import type { AuthenticationResponse } from '@chat-app/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { KeyRound } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useRequestPasskey } from '../../api/passkey-login.ts';
import { usePasskeys } from '../../api/passkeys.ts';
import { useDeleteAccount } from '../../api/delete-account.ts';
import { hasPasskeySupport } from '../../browser/passkey-support.ts';
import { showServerFieldErrors } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { StepForm } from './step-form.tsx';

const goes = [
  'Your profile, picture, settings, devices and passkeys',
  'Your friends and requests',
  'Your drafts and reactions',
  'Files that no message shows',
];
const stays = [
  'Your messages and their files, by ‘Deleted account’',
  'Your groups, which pass to their longest-standing admin or member',
];

export function DeleteAccount({ onLeave }: { onLeave: () => void }) {
  const deletion = useDeleteAccount();
  const form = useForm({ resolver: zodResolver(deleteAccount.input), defaultValues: { password: '' } });
  const submit = form.handleSubmit((values) =>
    deletion.mutate(values, { onError: (error) => showServerFieldErrors(error, ['password'], form.setError) }),
  );
  return (
    <StepForm
      title="Delete your account"
      submitLabel="Delete for good"
      isDestructive
      isBusy={deletion.isPending}
      onSubmit={() => void submit()}
      onLeave={onLeave}
    >
      <Things title="This goes at once, and cannot be undone" things={goes} />
      <Things title="This stays" things={stays} />
      <CurrentPasswordField error={form.formState.errors.password?.message} {...form.register('password')} />
      <PasskeyInstead isBusy={deletion.isPending} onPasskey={(passkey) => deletion.mutate({ passkey })} />
    </StepForm>
  );
}

interface PasskeyInsteadProps {
  isBusy: boolean;
  onPasskey: (passkey: AuthenticationResponse) => void;
}

/** For those who have one, and perhaps no password. */
function PasskeyInstead({ isBusy, onPasskey }: PasskeyInsteadProps) {
  const { data: passkeys = [] } = usePasskeys();
  const request = useRequestPasskey();
  if (passkeys.length === 0 || !hasPasskeySupport()) return null;
  return (
    <Button
      variant="quiet"
      disabled={isBusy}
      isBusy={request.isPending}
      onClick={() => request.mutate(undefined, { onSuccess: (passkey) => passkey && onPasskey(passkey) })}
    >
      <KeyRound aria-hidden="true" className="size-4.5" />
      Delete with a passkey instead
    </Button>
  );
}

function Things({ title, things }: { title: string; things: readonly string[] }) {
  return (
    <section>
      <h4 className="text-13 font-medium">{title}</h4>
      <ul className="mt-1 list-disc pl-5 text-13 text-muted">
        {things.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
    </section>
  );
}
