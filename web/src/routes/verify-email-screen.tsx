import { VerifyEmail } from '../features/auth/verify-email.tsx';

export function VerifyEmailScreen() {
  return <VerifyEmail />;
}
