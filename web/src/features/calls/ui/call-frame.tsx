import type { ReactNode } from 'react';
import { CallControls } from './call-controls.tsx';
import { CallAlerts } from './call-alerts.tsx';
import type { CallScreenParts } from './call-window.tsx';
import { DevicePickers } from './device-pickers.tsx';
import { usePushToTalk } from './use-push-to-talk.ts';

interface CallFrameProps extends CallScreenParts {
  backdrop: string;
  children: ReactNode;
}

/** The layout of every call window: device pickers at the top, controls at the bottom, a blurred backdrop. */
export function CallFrame({ chat, session, view, call, backdrop, children }: CallFrameProps) {
  usePushToTalk(session);
  return (
    <div className="relative isolate flex h-dvh flex-col overflow-hidden bg-canvas">
      <img
        src={backdrop}
        alt=""
        aria-hidden="true"
        className="absolute inset-0 z-behind size-full scale-125 object-cover opacity-25 blur-3xl"
      />
      <header className="flex items-center justify-center gap-2 px-4 pt-3 roomy:justify-between">
        <h1 className="sr-only">Voice call: {chat.name}</h1>
        <DevicePickers session={session} microphone={call.microphone} />
      </header>
      <CallAlerts session={session} view={view} call={call} />
      <main className="flex min-h-0 flex-1 flex-col items-center justify-center-safe overflow-y-auto px-4 py-1.5">
        {children}
      </main>
      <CallControls session={session} call={call} />
    </div>
  );
}
