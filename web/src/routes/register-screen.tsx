import { AuthCard } from '../features/auth/auth-card.tsx';
import { RegisterForm } from '../features/auth/register-form.tsx';
import { TextLink } from '../features/auth/text-link.tsx';

export function RegisterScreen() {
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
      <RegisterForm />
    </AuthCard>
  );
}
