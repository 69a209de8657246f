import { callTexts } from '@chat-app/contract';
import type { ReactNode } from 'react';
import type { ActiveCall, CameraFault, MicrophoneFault } from '../session/call-events.ts';
import type { CallSession, CallView } from '../session/call-session.ts';

interface CallAlertsProps {
  session: CallSession;
  view: CallView;
  call: ActiveCall;
}

export const microphoneFaultTexts: Record<MicrophoneFault, string> = {
  denied: "Your microphone is blocked. Allow it in your browser's settings. Until then you can listen.",
  none: 'No microphone was found. You can listen all the same.',
  lost: 'Your microphone was disconnected. You can still listen.',
  failed: 'Your microphone could not be opened. You can listen all the same.',
};

export const cameraFaultTexts: Record<CameraFault, string> = {
  denied: "Your camera is blocked. Allow it in your browser's settings.",
  none: 'No camera was found.',
  'in-use': 'Your camera is used by another program. Close that program first.',
  lost: 'Your camera was disconnected.',
  refused: 'Your camera is off, because the server did not accept it.',
  failed: 'Your camera could not be opened.',
};

/** Problems with sound and picture, each with a button that may solve it. */
export function CallAlerts({ session, view, call }: CallAlertsProps) {
  return (
    <div role="alert" className="mx-auto flex w-full max-w-[560px] flex-col gap-2 px-4 pt-2 empty:hidden">
      {call.phase === 'awaiting-rejoin' && (
        <Alert text="This device was asleep and lost its place in the call.">
          <AlertButton label="Rejoin" onClick={() => session.dispatch({ type: 'rejoin' })} />
        </Alert>
      )}
      {/* While the microphone prompt is open, wait: allowing the microphone may also allow audio output. */}
      {view.isSoundBlocked && call.microphone.phase !== 'asking' && (
        <Alert text={callTexts.playBlocked}>
          <AlertButton label="Enable sound" onClick={session.enableSound} />
        </Alert>
      )}
      {call.microphone.phase === 'missing' && (
        <Alert text={microphoneFaultTexts[call.microphone.fault]}>
          <AlertButton label="Try again" onClick={() => session.openMicrophone(null)} />
        </Alert>
      )}
      {call.camera.phase === 'off' && call.camera.fault !== undefined && (
        <Alert text={cameraFaultTexts[call.camera.fault]}>
          <AlertButton label="Try again" onClick={() => session.turnCameraOn(null)} />
        </Alert>
      )}
    </div>
  );
}

export function Alert({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex animate-rise items-center gap-3 rounded-card bg-raised px-4 py-2 text-13 shadow-raised">
      <p className="min-w-0 flex-1">{text}</p>
      {children}
    </div>
  );
}

export function AlertButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 shrink-0 px-1 font-semibold text-accent underline-offset-2 hover:underline call-roomy:min-h-9"
    >
      {label}
    </button>
  );
}
