import { secondFactorForms } from '@chat-app/contract';
import type { OutputOf, setUpTotp } from '@chat-app/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useConfirmTotp, useSetUpTotp } from '../../api/second-factor.ts';
import { showServerFieldErrors } from '../../lib/forms.ts';
import { TextField } from '../../ui/text-field.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { StepForm } from './step-form.tsx';

interface StepProps {
  onLeave: () => void;
}

interface TurnOnProps extends StepProps {
  onCodesShown: (areShown: boolean) => void;
}

/** The password, then a code of the app that has the secret, then the recovery codes. */
export function TurnOnTwoStep({ onLeave, onCodesShown }: TurnOnProps) {
  const setUp = useSetUpTotp();
  const confirm = useConfirmTotp();
  if (confirm.data) {
    return <RecoveryCodes codes={confirm.data.recoveryCodes} onShown={onCodesShown} onDone={onLeave} />;
  }
  if (setUp.data) return <ScanStep setup={setUp.data} confirm={confirm} onLeave={onLeave} />;
  return <PasswordStep setUp={setUp} onLeave={onLeave} />;
}

function PasswordStep({ setUp, onLeave }: StepProps & { setUp: ReturnType<typeof useSetUpTotp> }) {
  const form = useForm({ resolver: zodResolver(secondFactorForms.password), defaultValues: { password: '' } });
  const submit = form.handleSubmit((values) =>
    setUp.mutate(values, { onError: (error) => showServerFieldErrors(error, ['password'], form.setError) }),
  );
  return (
    <StepForm
      title="Turn two-step login on"
      submitLabel="Continue"
      isBusy={setUp.isPending}
      onSubmit={() => void submit()}
      onLeave={onLeave}
    >
      <p className="text-muted">
        You need an app on your phone that makes codes, such as Aegis, FreeOTP or Google Authenticator.
      </p>
      <CurrentPasswordField error={form.formState.errors.password?.message} {...form.register('password')} />
    </StepForm>
  );
}

interface ScanStepProps extends StepProps {
  setup: OutputOf<typeof setUpTotp>;
  confirm: ReturnType<typeof useConfirmTotp>;
}

function ScanStep({ setup: { secret, url }, confirm, onLeave }: ScanStepProps) {
  const form = useForm({ resolver: zodResolver(secondFactorForms.code), defaultValues: { code: '' } });
  const submit = form.handleSubmit((values) =>
    confirm.mutate(values, { onError: (error) => showServerFieldErrors(error, ['code'], form.setError) }),
  );
  return (
    <StepForm
      title="Scan this with your app"
      submitLabel="Turn on"
      isBusy={confirm.isPending}
      onSubmit={() => void submit()}
      onLeave={onLeave}
    >
      <QrCode text={url} label="QR code with the key for your authenticator app" />
      <p className="text-13 text-muted">
        Or type this key into it:{' '}
        <code className="font-medium wrap-break-word text-text select-all">{inGroups(secret)}</code>
      </p>
      <TextField
        label="Code that your app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        placeholder="123 456"
        error={form.formState.errors.code?.message}
        {...form.register('code')}
      />
    </StepForm>
  );
}

const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;
