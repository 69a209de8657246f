import { Mic, MicOff, PhoneOff, Volume2, VolumeX } from 'lucide-react';
import { useRef } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import type { ActiveCall } from '../session/call-events.ts';
import type { CallSession } from '../session/call-session.ts';
import { useMicrophoneLevel } from './use-microphone-level.ts';

interface CallControlsProps {
  session: CallSession;
  call: ActiveCall;
}

export function CallControls({ session, call }: CallControlsProps) {
  const isMuted = call.talk === 'muted';
  const hasMicrophone = call.microphone.phase === 'open';
  return (
    <footer className="shrink-0 px-4 pt-1 pb-[max(16px,env(safe-area-inset-bottom))]">
      <p aria-live="polite" className="mb-1.5 min-h-5 text-center text-13 text-muted">
        {talkHint(call)}
      </p>
      <div className="flex items-start justify-center gap-6 roomy:gap-10">
        <RoundButton
          label={isMuted ? 'Unmute microphone' : 'Mute microphone'}
          caption={isMuted ? 'Unmute' : 'Mute'}
          icon={isMuted ? <MicOff aria-hidden="true" /> : <Mic aria-hidden="true" />}
          isPressed={isMuted}
          isDisabled={!hasMicrophone}
          onClick={() => session.dispatch({ type: 'mute-toggled' })}
        >
          {hasMicrophone && !isMuted && <MicrophoneMeter session={session} />}
        </RoundButton>
        <RoundButton
          label={call.isSpeakerMuted ? 'Unmute speaker' : 'Mute speaker'}
          caption="Speaker"
          icon={call.isSpeakerMuted ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
          isPressed={call.isSpeakerMuted}
          onClick={() => session.dispatch({ type: 'speaker-toggled' })}
        />
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
      You are muted. <span className="hidden roomy:inline">Hold Space to talk.</span>
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

interface RoundButtonProps {
  label: string;
  /** The text under the button. */
  caption: string;
  icon: ReactNode;
  isPressed?: boolean;
  isDisabled?: boolean;
  isDanger?: boolean;
  onClick: () => void;
  children?: ReactNode;
}

function RoundButton({ label, caption, icon, isPressed, isDisabled, isDanger = false, ...rest }: RoundButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // After a mouse click the button would keep the focus, and Space would press it instead of push-to-talk.
    if (event.detail > 0) event.currentTarget.blur();
    rest.onClick();
  }
  return (
    <span className="flex w-16 flex-col items-center gap-1.5">
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-pressed={isPressed}
        disabled={isDisabled}
        onClick={handleClick}
        className={classNames(
          'relative inline-flex size-16 items-center justify-center overflow-hidden rounded-full [&_svg]:relative [&_svg]:size-6',
          'transition-colors disabled:cursor-not-allowed disabled:opacity-55',
          isDanger && 'bg-danger-fill text-on-accent hover:bg-danger-fill-hover',
          !isDanger && isPressed && 'bg-on-lightbox text-canvas',
          !isDanger && !isPressed && 'bg-lightbox-control text-on-lightbox enabled:hover:bg-chosen',
        )}
      >
        {rest.children}
        {icon}
      </button>
      <span aria-hidden="true" className="text-13 text-muted">
        {caption}
      </span>
    </span>
  );
}
