import { Phone, PhoneCall } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SwitchCallDialog } from './switch-call-dialog.tsx';
import type { VoiceCall } from './use-voice-call.ts';

export function CallButton({ call }: { call: VoiceCall }) {
  const { isCalling, isPending, otherChatId } = call;
  if (!call.canCall) return null;
  return (
    <>
      <IconButton
        label={isCalling ? 'Join voice call' : 'Voice call'}
        icon={isCalling ? <PhoneCall aria-hidden="true" className="animate-shake" /> : <Phone aria-hidden="true" />}
        tone={isCalling ? 'filled' : 'quiet'}
        disabled={isPending}
        onClick={call.begin}
      />
      {otherChatId !== null && (
        <SwitchCallDialog otherChatId={otherChatId} onCancel={call.stay} onSwitch={call.switchHere} />
      )}
    </>
  );
}
