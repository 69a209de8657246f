import { lazy, startTransition, useState } from 'react';
import { useServerConfig } from '../api/server-config.ts';
import { AuthCard } from '../features/auth/auth-card.tsx';
import { LoginForm } from '../features/auth/login-form.tsx';
import { TextLink } from '../features/auth/text-link.tsx';

const SecondFactorCard = lazy(async () => ({
  default: (await import('../features/auth/second-factor-card.tsx')).SecondFactorCard,
}));

export function LoginScreen() {
  const [ticket, setTicket] = useState<string | null>(null);
  // The first step stays on the screen until the second one is loaded.
  const showSecondStep = (given: string) => startTransition(() => setTicket(given));
  if (ticket !== null) return <SecondFactorCard ticket={ticket} onStartAgain={() => setTicket(null)} />;
  return (
    <AuthCard title="Log in" subtitle="Welcome back. Your chats are waiting." footer={<SignUpHint />}>
      <LoginForm onTicket={showSecondStep} />
    </AuthCard>
  );
}

/** Where nobody can sign up, no link leads to a form that would refuse them. */
function SignUpHint() {
  const registration = useServerConfig().data?.registration;
  if (registration === 'closed') return 'Sign-up is closed on this server.';
  if (registration === 'invite') return 'You need an invitation to create an account.';
  return (
    <>
      No account yet? <TextLink to="/register">Register</TextLink>
    </>
  );
}
