import { deleteAccount, limits } from '@chat-app/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useDeleteAccount } from '../../api/delete-account.ts';
import { showServerFieldErrors } from '../../lib/forms.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { StepForm } from './step-form.tsx';

const goes = [
  'Your profile, picture, settings and devices',
  'Your friends and requests',
  'Your drafts and reactions',
  'Files that no message shows',
];
const stays = [
  'Your messages and their files, by ‘Deleted account’',
  'Your groups, which pass to their longest-standing member',
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
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        maxLength={limits.resetPasswordMaxLength}
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
    </StepForm>
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
