import { AuthCard } from '../features/auth/auth-card.tsx';
import { LoginForm } from '../features/auth/login-form.tsx';
import { TextLink } from '../features/auth/text-link.tsx';

export function LoginScreen() {
  return (
    <AuthCard
      title="Log in"
      subtitle="Welcome back. Your chats are waiting."
      footer={
        <>
          No account yet? <TextLink to="/register">Register</TextLink>
        </>
      }
    >
      <LoginForm />
    </AuthCard>
  );
}
