import { limits, maskEmail } from '@chat-app/contract';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useForgotPassword } from '../../api/reset-password.ts';
import { resetMailCooldown } from '../../state/cooldowns.ts';
import { AuthCard } from './auth-card.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { ResendButton } from './resend-button.tsx';
import { TextLink } from './text-link.tsx';

export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const backToLogin = <TextLink to="/login">Back to login</TextLink>;
  if (sentTo !== null) return <CheckYourEmail email={sentTo} footer={backToLogin} />;
  return (
    <AuthCard
      title="Forgot password"
      subtitle="Enter your email address and we send you a link to set a new password."
      footer={backToLogin}
    >
      <ForgotPasswordForm onSent={setSentTo} />
    </AuthCard>
  );
}

function CheckYourEmail({ email, footer }: { email: string; footer: ReactNode }) {
  const forgotPassword = useForgotPassword();
  const minutes = limits.resetLinkMs / 60_000;
  return (
    <AuthCard
      title="Check Your Email"
      icon={<MailCheck aria-hidden="true" />}
      subtitle={
        <>
          If an account exists for <strong className="font-medium wrap-anywhere text-text">{maskEmail(email)}</strong>,
          a link to set a new password is on its way. It works for {minutes} minutes. Look into the spam folder too.
        </>
      }
      footer={footer}
    >
      <ResendButton
        label="Resend email"
        cooldown={resetMailCooldown(email)}
        isSending={forgotPassword.isPending}
        onResend={() => forgotPassword.mutate({ email })}
      />
    </AuthCard>
  );
}
