import { KeyRound, Mail, ShieldCheck, ShieldOff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMe } from '../../api/me.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ChangeEmail } from './change-email.tsx';
import { SecurityForm } from './security-form.tsx';
import { Summary } from './summary.tsx';
import { TurnOffTwoStep } from './turn-off-two-step.tsx';

const Passkeys = lazy(async () => ({ default: (await import('./passkeys.tsx')).Passkeys }));
const TurnOnTwoStep = lazy(async () => ({ default: (await import('./turn-on-two-step.tsx')).TurnOnTwoStep }));

interface SecuritySettingsProps {
  onDone: () => void;
  /** Recovery codes, which are shown only once, appeared or disappeared. */
  onCodesShown: (areShown: boolean) => void;
}

/** Address, second step of the login, passkeys and password. Changing one of the former takes the place of all. */
export function SecuritySettings({ onDone, onCodesShown }: SecuritySettingsProps) {
  const [view, setView] = useState<'overview' | 'on' | 'off' | 'email' | 'passkeys'>('overview');
  const leave = () => setView('overview');
  if (view === 'on' || view === 'passkeys') {
    return (
      <Suspense fallback={<SkeletonRows count={3} label="Loading" rowClassName="h-16 px-5 roomy:px-6" />}>
        {view === 'on' ? <TurnOnTwoStep onLeave={leave} onCodesShown={onCodesShown} /> : <Passkeys onLeave={leave} />}
      </Suspense>
    );
  }
  if (view === 'off') return <TurnOffTwoStep onLeave={leave} />;
  if (view === 'email') return <ChangeEmail onLeave={leave} />;
  return (
    <div className="flex grow flex-col">
      <EmailSummary onChange={() => setView('email')} />
      <TwoStepSummary onChange={(isOn) => setView(isOn ? 'on' : 'off')} />
      <PasskeysSummary onManage={() => setView('passkeys')} />
      <SecurityForm onDone={onDone} />
    </div>
  );
}

function EmailSummary({ onChange }: { onChange: () => void }) {
  const { email } = useMe();
  return (
    <Summary
      Icon={Mail}
      label="Email address"
      title="Email address"
      text={<bdi className="wrap-anywhere">{email}</bdi>}
    >
      <Button
        variant="secondary"
        size="small"
        className="shrink-0"
        onClick={onChange}
        aria-label="Change email address"
      >
        Change
      </Button>
    </Summary>
  );
}

function TwoStepSummary({ onChange }: { onChange: (isOn: boolean) => void }) {
  const { hasSecondFactor } = useMe();
  return (
    <Summary
      Icon={hasSecondFactor ? ShieldCheck : ShieldOff}
      label="Two-step login"
      title={`Two-step login is ${hasSecondFactor ? 'on' : 'off'}`}
      text={
        hasSecondFactor
          ? 'Logging in takes your password and a code from your app.'
          : 'Protect your account with a code from an app as well.'
      }
    >
      <Button variant="secondary" size="small" className="shrink-0" onClick={() => onChange(!hasSecondFactor)}>
        {hasSecondFactor ? 'Turn off' : 'Turn on'}
      </Button>
    </Summary>
  );
}

function PasskeysSummary({ onManage }: { onManage: () => void }) {
  return (
    <Summary
      Icon={KeyRound}
      label="Passkeys"
      title="Passkeys"
      text="Sign in with your fingerprint, your face or a security key."
    >
      <Button variant="secondary" size="small" className="shrink-0" onClick={onManage} aria-label="Manage passkeys">
        Manage
      </Button>
    </Summary>
  );
}
