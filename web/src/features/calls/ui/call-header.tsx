import { callTexts } from '@chat-app/contract';
import { CallStatus } from './call-status.tsx';
import type { CallScreenParts } from './call-screen.ts';
import { DevicePickers } from './device-pickers.tsx';
import { LayoutToggle } from './layout-toggle.tsx';
import { PathBadge } from './path-badge.tsx';
import type { SpeakerChoice } from './use-speaker.ts';
import { VerificationBadge } from './verification.tsx';
import type { StageLayout } from './video/stage.ts';

interface CallHeaderProps extends CallScreenParts {
  speaker: SpeakerChoice;
  /** Null while there is nothing to arrange. */
  layout: StageLayout | null;
  onLayout: (layout: StageLayout) => void;
  onExplain: () => void;
}

/** In a voice call the devices are at the top. Pictures leave room for one line: who it is, and for how long. */
export function VoiceHeader({ chat, session, call, speaker }: Omit<CallHeaderProps, 'layout' | 'onLayout'>) {
  return (
    <header className="flex items-center justify-center gap-2 px-4 pt-3 call-roomy:justify-between">
      <h1 className="sr-only">Voice call: {chat.name}</h1>
      <DevicePickers session={session} microphone={call.microphone} speaker={speaker} />
    </header>
  );
}

export function VideoHeader({ chat, session, call, speaker, layout, onLayout, onExplain }: CallHeaderProps) {
  const [other] = call.others;
  const isOfTwo = !chat.isGroup && call.others.length === 1;
  return (
    <header className="flex min-w-0 items-center gap-x-3 px-3 pt-2 call-roomy:flex-wrap call-low:pt-1">
      <div className="min-w-0 flex-1">
        <h1 className="truncate text-15 font-semibold call-low:text-13">
          <span className="sr-only">Video call: </span>
          <bdi>{chat.name}</bdi>
        </h1>
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 call-low:sr-only">
          <div className="*:text-13">
            <CallStatus call={call} waiting={chat.isGroup ? callTexts.waitingForAny : callTexts.waitingForOne} />
          </div>
          {isOfTwo && other && <PathBadge path={other.path} />}
        </div>
      </div>
      {isOfTwo && other && (
        <VerificationBadge isInHeader session={session} userId={other.id} path={other.path} onExplain={onExplain} />
      )}
      {layout && <LayoutToggle layout={layout} onChange={onLayout} />}
      {/* Elsewhere they are in the menu. */}
      <div className="hidden min-w-0 max-w-60 call-roomy:flex call-low:hidden">
        <DevicePickers session={session} microphone={call.microphone} speaker={{ ...speaker, devices: [] }} />
      </div>
    </header>
  );
}
