import { NotVerified } from '../features/auth/not-verified.tsx';

export function NotVerifiedScreen() {
  return <NotVerified />;
}
