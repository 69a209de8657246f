import { ResetPassword } from '../features/auth/reset-password.tsx';

export function ResetPasswordScreen() {
  return <ResetPassword />;
}
