import { DoorClosed, MailOpen } from 'lucide-react';
import { AuthCard } from './auth-card.tsx';
import { TextLink } from './text-link.tsx';

/** Instead of the form, where nobody can sign up, or not without an invitation. */
export function RegistrationRefused({ needsInvite }: { needsInvite: boolean }) {
  const texts = needsInvite ? invitationNeeded : closed;
  return (
    <AuthCard
      {...texts}
      footer={
        <>
          Have an account? <TextLink to="/login">Login</TextLink>
        </>
      }
    />
  );
}

const invitationNeeded = {
  icon: <MailOpen aria-hidden="true" />,
  title: 'You need an invitation',
  subtitle: 'Ask somebody who is here already for an invitation link, and open it in this browser.',
};
const closed = {
  icon: <DoorClosed aria-hidden="true" />,
  title: 'Sign-up is closed',
  subtitle: 'New accounts cannot be created on this server at the moment. If you have one already, you can log in.',
};
