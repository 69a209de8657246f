import { useQueryClient } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { useMe } from '../api/me.ts';
import { endCallPath } from '../format/paths.ts';
import { describeGenerated } from '../format/people.ts';
import { createOutbox, OutboxContext } from '../outbox/outbox.ts';
import { MainScreen } from '../routes/main-screen.tsx';
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
const EndCallScreen = lazy(async () => ({ default: (await import('../routes/end-call-screen.tsx')).EndCallScreen }));

const accountPaths = ['/login', '/register', '/forgot-password', '/verify-email'];

/** A separate chunk, because visitors need neither the socket nor the lists. Keyed by user. */
export function VerifiedRoutes() {
  const client = useQueryClient();
  const { id: myId } = useMe();
  const [outbox] = useState(() => createOutbox(client, myId));
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
          <Route path="*" element={<MainScreen />} />
        </Routes>
      </GeneratedAvatars>
    </OutboxContext>
  );
}
