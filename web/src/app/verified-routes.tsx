import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { useFollowBlockedUsers } from '../api/blocks.ts';
import { usePrefetchedChatList } from '../api/chats.ts';
import { useMe } from '../api/me.ts';
import { DockedCallPanel } from '../features/calls/ui/docked-call-parts.tsx';
import { IncomingCalls } from '../features/calls/ui/incoming-calls.tsx';
import { ReconnectingBanner } from '../features/connection/reconnecting-banner.tsx';
import { TransferDialogs } from '../features/file-transfer/ui/transfer-dialogs.tsx';
import { endCallPath } from '../format/paths.ts';
import { describeGenerated } from '../format/people.ts';
import { createOutbox, OutboxContext } from '../outbox/outbox.ts';
import { MainScreen } from '../routes/main-screen.tsx';
import { inviteOf } from '../state/pending-invite.ts';
import { GeneratedAvatars } from '../ui/avatar.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useLiveUpdates } from './use-live-updates.ts';

// Calls open in a separate window, so the main screen does not load their code.
const VoiceCallScreen = lazy(async () => ({
  default: (await import('../routes/voice-call-screen.tsx')).VoiceCallScreen,
}));
const VoiceCallGroupScreen = lazy(async () => ({
  default: (await import('../routes/voice-call-group-screen.tsx')).VoiceCallGroupScreen,
}));
const PendingInvite = lazy(async () => ({ default: (await import('../routes/pending-invite.tsx')).PendingInvite }));
const EndCallScreen = lazy(async () => ({ default: (await import('../routes/end-call-screen.tsx')).EndCallScreen }));

// Few people run the server.
const AdminScreen = lazy(async () => ({ default: (await import('../routes/admin-screen.tsx')).AdminScreen }));

const accountPaths = ['/login', '/register', '/forgot-password', '/verify-email'];

/** A separate chunk, because visitors need neither the socket nor the lists. Keyed by user. */
export function VerifiedRoutes() {
  const client = useQueryClient();
  const { id: myId, isAdmin } = useMe();
  const [outbox] = useState(() => createOutbox(client, myId));
  const [invite] = useState(() => inviteOf(myId));
  useLiveUpdates(outbox);
  useKeptFocus();
  return (
    <OutboxContext value={outbox}>
      <GeneratedAvatars value={describeGenerated}>
        <Routes>
          {accountPaths.map((path) => (
            <Route key={path} path={path} element={<Navigate to="/" replace />} />
          ))}
          <Route path="/voice-call/:chatId" element={<VoiceCallScreen />} />
          <Route path="/voice-call-group/:chatId" element={<VoiceCallGroupScreen />} />
          <Route path={endCallPath} element={<EndCallScreen />} />
          {isAdmin && <Route path="/admin/*" element={<Administration />} />}
          <Route path="*" element={<MainScreen />} />
        </Routes>
        <DockedCallPanel />
        {invite !== null && (
          <Suspense>
            <PendingInvite token={invite} />
          </Suspense>
        )}
      </GeneratedAvatars>
    </OutboxContext>
  );
}

/** Messages, calls and files arrive in the console as well. What they need is not loaded with it, but with the main screen. */
function Administration() {
  usePrefetchedChatList();
  useFollowBlockedUsers();
  return (
    <>
      <AdminScreen banner={<ReconnectingBanner />} />
      <TransferDialogs isOverChat={false} />
      <IncomingCalls />
    </>
  );
}
