import { useServerConfig } from '../api/server-config.ts';
import { AuthCard } from '../features/auth/auth-card.tsx';
import { RegisterForm } from '../features/auth/register-form.tsx';
import { RegistrationRefused } from '../features/auth/registration-refused.tsx';
import { TextLink } from '../features/auth/text-link.tsx';
import { useInviteToken } from '../features/auth/use-invite-token.ts';

export function RegisterScreen() {
  const { registration = 'open', allowedEmailDomains = [] } = useServerConfig().data ?? {};
  const invite = useInviteToken();
  const needsInvite = registration === 'invite' && invite === null;
  if (registration === 'closed' || needsInvite) return <RegistrationRefused needsInvite={needsInvite} />;
  return (
    <AuthCard
      title="Create your account"
      subtitle="We send you a mail to verify your address."
      footer={
        <>
          Have an account? <TextLink to="/login">Login</TextLink>
        </>
      }
    >
      <RegisterForm invite={invite} allowedDomains={allowedEmailDomains} />
    </AuthCard>
  );
}
