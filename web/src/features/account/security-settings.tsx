import { ShieldCheck, ShieldOff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMe } from '../../api/me.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { SecurityForm } from './security-form.tsx';
import { TurnOffTwoStep } from './turn-off-two-step.tsx';

const TurnOnTwoStep = lazy(async () => ({ default: (await import('./turn-on-two-step.tsx')).TurnOnTwoStep }));

interface SecuritySettingsProps {
  onDone: () => void;
  /** Recovery codes, which are shown only once, appeared or disappeared. */
  onCodesShown: (areShown: boolean) => void;
}

/** The second step of the login, and the password. Turning the former on or off takes the place of both. */
export function SecuritySettings({ onDone, onCodesShown }: SecuritySettingsProps) {
  const [view, setView] = useState<'overview' | 'on' | 'off'>('overview');
  const leave = () => setView('overview');
  if (view === 'on') {
    return (
      <Suspense fallback={<SkeletonRows count={3} label="Loading" rowClassName="h-16 px-5 roomy:px-6" />}>
        <TurnOnTwoStep onLeave={leave} onCodesShown={onCodesShown} />
      </Suspense>
    );
  }
  if (view === 'off') return <TurnOffTwoStep onLeave={leave} />;
  return (
    <div className="flex grow flex-col">
      <TwoStepSummary onChange={(isOn) => setView(isOn ? 'on' : 'off')} />
      <SecurityForm onDone={onDone} />
    </div>
  );
}

function TwoStepSummary({ onChange }: { onChange: (isOn: boolean) => void }) {
  const { hasSecondFactor } = useMe();
  const Icon = hasSecondFactor ? ShieldCheck : ShieldOff;
  return (
    <section aria-label="Two-step login" className="mx-5 flex items-center gap-3 border-b border-line py-5 roomy:mx-6">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-hover text-muted">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 grow">
        <p className="font-medium">{`Two-step login is ${hasSecondFactor ? 'on' : 'off'}`}</p>
        <p className="text-13 text-muted">
          {hasSecondFactor
            ? 'Logging in takes your password and a code from your app.'
            : 'Protect your account with a code from an app as well.'}
        </p>
      </div>
      <Button variant="secondary" size="small" className="shrink-0" onClick={() => onChange(!hasSecondFactor)}>
        {hasSecondFactor ? 'Turn off' : 'Turn on'}
      </Button>
    </section>
  );
}
