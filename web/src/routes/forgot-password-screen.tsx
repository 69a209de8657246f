import { ForgotPassword } from '../features/auth/forgot-password.tsx';

export function ForgotPasswordScreen() {
  return <ForgotPassword />;
}
