import { callTexts } from '@chat-app/contract';
import { CallFrame } from './call-frame.tsx';
import { CallStatus } from './call-status.tsx';
import type { CallScreenParts } from './call-window.tsx';
import { SpeakingAvatar } from './speaking-avatar.tsx';
import { VolumeSlider } from './volume-slider.tsx';
import { WayBadge } from './way-badge.tsx';

/** A call of two. */
export function DirectCall(parts: CallScreenParts) {
  const { chat, session, view, call } = parts;
  const [other] = call.others;
  return (
    <CallFrame {...parts} backdrop={chat.avatar}>
      <SpeakingAvatar
        src={chat.avatar}
        name={chat.name}
        isSpeaking={other !== undefined && view.speakingIds.includes(other.id)}
        className="size-32 text-28 roomy:size-40"
      />
      <p className="mt-5 w-full max-w-md min-w-0 text-center text-28 font-semibold">
        <bdi className="block truncate">{chat.name}</bdi>
      </p>
      <div className="mt-1 text-center">
        <CallStatus call={call} waiting={callTexts.waitingForOne} />
      </div>
      <div className="mt-3 flex min-h-18 flex-col items-center gap-2">
        {other && (
          <>
            <WayBadge way={other.way} />
            <VolumeSlider name={chat.name} onChange={(volume) => session.setVolume(other.id, volume)} />
          </>
        )}
      </div>
    </CallFrame>
  );
}
