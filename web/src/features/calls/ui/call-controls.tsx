import { Mic, MicOff, PhoneOff, Volume2, VolumeX } from 'lucide-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { ActiveCall } from '../session/call-events.ts';
import type { CallSession } from '../session/call-session.ts';
import { CameraControl, cameraRefusal, ScreenControl } from './media-controls.tsx';
import { RoundButton } from './round-button.tsx';
import { useMicrophoneLevel } from './use-microphone-level.ts';

interface CallControlsProps {
  session: CallSession;
  call: ActiveCall;
  /** The menu with everything else. */
  more: ReactNode;
  /** Asks before this user's screen replaces that of another participant. */
  onReplaceScreen: () => void;
}

export function CallControls({ session, call, more, onReplaceScreen }: CallControlsProps) {
  const isMuted = call.talk === 'muted';
  const hasMicrophone = call.microphone.phase === 'open';
  return (
    <footer className="shrink-0 px-4 pt-1 pb-[max(16px,env(safe-area-inset-bottom))] call-narrow:px-2 call-low:pb-2">
      <p aria-live="polite" className="mb-1.5 min-h-5 text-center text-13 text-muted call-low:sr-only">
        {talkHint(call) ?? cameraRefusal(call)}
      </p>
      <div className="flex items-start justify-center gap-6 call-narrow:gap-1.5">
        <RoundButton
          label={isMuted ? 'Unmute microphone' : 'Mute microphone'}
          caption={isMuted ? 'Unmute' : 'Mute'}
          icon={isMuted ? <MicOff aria-hidden="true" /> : <Mic aria-hidden="true" />}
          isPressed={isMuted}
          disabled={!hasMicrophone}
          onClick={() => session.dispatch({ type: 'mute-toggled' })}
        >
          {hasMicrophone && !isMuted && <MicrophoneMeter session={session} />}
        </RoundButton>
        <CameraControl session={session} call={call} />
        <ScreenControl session={session} call={call} onReplace={onReplaceScreen} />
        <RoundButton
          label={call.isSpeakerMuted ? 'Unmute speaker' : 'Mute speaker'}
          caption="Speaker"
          icon={call.isSpeakerMuted ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
          isPressed={call.isSpeakerMuted}
          onClick={() => session.dispatch({ type: 'speaker-toggled' })}
        />
        {more}
        <RoundButton
          label="Hang up"
          caption="Hang up"
          icon={<PhoneOff aria-hidden="true" />}
          isDanger
          onClick={() => session.dispatch({ type: 'hang-up' })}
        />
      </div>
    </footer>
  );
}

function talkHint({ talk, microphone }: ActiveCall): ReactNode {
  if (microphone.phase !== 'open' || talk === 'open') return null;
  if (talk === 'push-to-talk') return 'You are heard while you hold Space';
  return (
    <>
      You are muted. <span className="hidden call-roomy:inline">Hold Space to talk.</span>
    </>
  );
}

/** A level meter that rises behind the icon. */
function MicrophoneMeter({ session }: { session: CallSession }) {
  const bar = useRef<HTMLSpanElement>(null);
  useMicrophoneLevel(session, (share) => {
    if (bar.current) bar.current.style.scale = `1 ${share.toFixed(2)}`;
  });
  return <span ref={bar} aria-hidden="true" className="absolute inset-0 origin-bottom scale-y-0 bg-online/40" />;
}
