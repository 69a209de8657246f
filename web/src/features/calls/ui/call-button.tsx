import { Phone, PhoneCall, Video } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SwitchCallDialog } from './switch-call-dialog.tsx';
import type { VoiceCall } from './use-voice-call.ts';

/** Starts or joins the call of a chat, by voice or with a preview of the camera. */
export function CallButton({ call }: { call: VoiceCall }) {
  const { calling, isPending, otherChatId, begin } = call;
  if (!call.canCall) return null;
  const shake = 'animate-shake';
  return (
    <span className="flex shrink-0 roomy:gap-1.5">
      <IconButton
        label={calling ? 'Join voice call' : 'Voice call'}
        icon={
          calling ? (
            <PhoneCall aria-hidden="true" className={calling === 'voice' ? shake : undefined} />
          ) : (
            <Phone aria-hidden="true" />
          )
        }
        tone={calling === 'voice' ? 'filled' : 'quiet'}
        disabled={isPending}
        onClick={() => begin('voice')}
      />
      {/* Who joins a voice call turns the camera on there. */}
      {calling !== 'voice' && (
        <IconButton
          label={calling ? 'Join video call' : 'Video call'}
          icon={<Video aria-hidden="true" className={calling ? shake : undefined} />}
          tone={calling ? 'filled' : 'quiet'}
          disabled={isPending}
          onClick={() => begin('video')}
        />
      )}
      {otherChatId !== null && (
        <SwitchCallDialog otherChatId={otherChatId} onCancel={call.stay} onSwitch={call.switchHere} />
      )}
    </span>
  );
}
