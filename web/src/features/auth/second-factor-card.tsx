import { inputTexts } from '@chat-app/contract';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { triesLeftOf, useSecondFactorLogin } from '../../api/second-factor-login.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AuthCard } from './auth-card.tsx';

interface SecondFactorCardProps {
  ticket: string;
  /** The ticket has no tries left, or the person wants to log in as somebody else. */
  onStartAgain: () => void;
}

const codeFields = {
  totp: {
    label: 'Code from your authenticator app',
    other: 'Use a recovery code instead',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 16, placeholder: '123 456' },
  },
  recovery: {
    label: 'Recovery code',
    other: 'Use your authenticator app instead',
    input: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 64 },
  },
} as const;

const isComplete = (code: string) => /^\d{6}$/.test(code.replace(/\s/g, ''));

/** The second step of a login. */
export function SecondFactorCard(props: SecondFactorCardProps) {
  return (
    <AuthCard title="Two-step login" subtitle="Your account asks for a code, too.">
      <CodeForm {...props} />
    </AuthCard>
  );
}

/** Submits itself when six digits were typed or pasted. */
function CodeForm({ ticket, onStartAgain }: SecondFactorCardProps) {
  const login = useSecondFactorLogin();
  const [kind, setKind] = useState<keyof typeof codeFields>('totp');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const { label, other, input } = codeFields[kind];

  const send = (typed: string) => {
    if (login.isPending) return;
    if (typed.trim() === '') return setProblem(inputTexts.codeInvalid);
    login.mutate(
      { ticket, code: typed },
      {
        onError: (error) => {
          const triesLeft = triesLeftOf(error);
          if (triesLeft === 0) return onStartAgain();
          if (triesLeft === null) return;
          // A recovery code is long, and may have a single wrong letter.
          if (kind === 'totp') setCode('');
          setProblem(`${inputTexts.codeWrong}. ${triesLeftText(triesLeft)}`);
        },
      },
    );
  };

  const change = (typed: string) => {
    setCode(typed);
    setProblem(undefined);
    if (kind === 'totp' && isComplete(typed)) send(typed);
  };

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    send(code);
  };

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <TextField
        key={kind}
        label={label}
        error={problem}
        value={code}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        {...input}
      />
      {/* The field keeps the focus, so nothing else announces it. */}
      <p role="alert" className="sr-only">
        {problem}
      </p>
      <Button type="submit" isFullWidth isBusy={login.isPending}>
        Continue
      </Button>
      <div className="flex flex-col gap-1">
        <Button
          variant="quiet"
          isFullWidth
          onClick={() => {
            setKind(kind === 'totp' ? 'recovery' : 'totp');
            setCode('');
            setProblem(undefined);
          }}
        >
          {other}
        </Button>
        <Button variant="quiet" isFullWidth onClick={onStartAgain}>
          Back to the login
        </Button>
      </div>
    </form>
  );
}

const triesLeftText = (count: number) => (count === 1 ? '1 try left.' : `${count} tries left.`);
