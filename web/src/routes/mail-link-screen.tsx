import { useLocation } from 'react-router';
import { EmailChange } from '../features/auth/email-change.tsx';
import { VerifyEmail } from '../features/auth/verify-email.tsx';

/** What the links in mails lead to, except that of a reset, which is a form. */
export function MailLinkScreen() {
  const { pathname } = useLocation();
  if (pathname === '/confirm-email') return <EmailChange kind="confirm" />;
  return pathname === '/undo-email-change' ? <EmailChange kind="undo" /> : <VerifyEmail />;
}
