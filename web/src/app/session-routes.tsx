import { lazy, Suspense, useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { MeContext } from '../api/me.ts';
import { useSession } from '../api/session.ts';
import type { Session } from '../api/session.ts';
import { setLoginShown } from '../state/theme.ts';
import { Splash } from '../ui/full-page.tsx';
import { OfflineGate } from './offline-gate.tsx';
import { useScreenToasts } from './use-screen-toasts.ts';

const ForgotPasswordScreen = lazy(async () => ({
  default: (await import('../routes/forgot-password-screen.tsx')).ForgotPasswordScreen,
}));
const LoginScreen = lazy(async () => ({ default: (await import('../routes/login-screen.tsx')).LoginScreen }));
const NotVerifiedScreen = lazy(async () => ({
  default: (await import('../routes/not-verified-screen.tsx')).NotVerifiedScreen,
}));
const RegisterScreen = lazy(async () => ({ default: (await import('../routes/register-screen.tsx')).RegisterScreen }));
const ResetPasswordScreen = lazy(async () => ({
  default: (await import('../routes/reset-password-screen.tsx')).ResetPasswordScreen,
}));
const InviteScreen = lazy(async () => ({ default: (await import('../routes/invite-screen.tsx')).InviteScreen }));
const VerifiedRoutes = lazy(async () => ({ default: (await import('./verified-routes.tsx')).VerifiedRoutes }));
const MailLinkScreen = lazy(async () => ({ default: (await import('../routes/mail-link-screen.tsx')).MailLinkScreen }));

/** The available routes depend on the session. */
export function SessionRoutes() {
  const session = useSession();
  useScreenToasts(session);
  const isVisitor = session.phase === 'visitor';
  useEffect(() => setLoginShown(isVisitor), [isVisitor]);
  if (session.phase === 'checking') return <Splash label="Loading" />;
  if (session.phase === 'unreachable') {
    return <OfflineGate isRetrying={session.isRetrying} onRetry={session.retry} />;
  }
  return (
    <MeContext value={session.phase === 'visitor' ? null : session.user}>
      <Suspense fallback={<Splash label="Loading" />}>
        <Routes>
          {/* Also with a session: the link of a mail about a stranger signs out everywhere, here as well. */}
          <Route path="/reset-password" element={<ResetPasswordScreen />} />
          <Route path="/confirm-email" element={<MailLinkScreen />} />
          <Route path="/undo-email-change" element={<MailLinkScreen />} />
          <Route path="/invite/:token" element={<InviteScreen />} />
          <Route path="*" element={<RoutesOfPhase session={session} />} />
        </Routes>
      </Suspense>
    </MeContext>
  );
}

function RoutesOfPhase({ session }: { session: Session }) {
  if (session.phase === 'verified') return <VerifiedRoutes key={session.user.id} />;
  return session.phase === 'unverified' ? <UnverifiedRoutes /> : <VisitorRoutes />;
}

function VisitorRoutes() {
  return (
    <Routes>
      <Route path="/register" element={<RegisterScreen />} />
      <Route path="/forgot-password" element={<ForgotPasswordScreen />} />
      {/* The link in the mail may open in a browser without a session. */}
      <Route path="/verify-email" element={<MailLinkScreen />} />
      <Route path="*" element={<LoginScreen />} />
    </Routes>
  );
}

function UnverifiedRoutes() {
  return (
    <Routes>
      <Route path="/verify-email" element={<MailLinkScreen />} />
      <Route path="*" element={<NotVerifiedScreen />} />
    </Routes>
  );
}
