import { callTexts } from '@chat-app/contract';
import { Mic, MicOff, PhoneOff } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CallAlerts } from '../ui/call-alerts.tsx';
import { CallStatus } from '../ui/call-status.tsx';
import type { CallScreenParts } from '../ui/call-screen.ts';
import { SpeakingAvatar } from '../ui/speaking-avatar.tsx';

/** A call in a corner of the page: who takes part, and the most important controls. */
export function SmallCall(parts: CallScreenParts) {
  const { chat, session, view, call } = parts;
  const isMuted = call.talk === 'muted';
  return (
    <>
      <CallAlerts session={session} view={view} call={call} />
      <div className="flex flex-col items-center gap-2 px-3 pt-4 pb-3">
        <Faces {...parts} />
        <CallStatus
          call={call}
          waiting={chat.isGroup ? callTexts.waitingForAny : callTexts.waitingForOne}
          className="min-h-5 text-center text-13 text-muted"
        />
        <div className="flex items-center gap-3">
          <IconButton
            label={isMuted ? 'Unmute microphone' : 'Mute microphone'}
            icon={isMuted ? <MicOff aria-hidden="true" /> : <Mic aria-hidden="true" />}
            aria-pressed={isMuted}
            disabled={call.microphone.phase !== 'open'}
            onClick={() => session.dispatch({ type: 'mute-toggled' })}
            className={classNames(
              'size-11! rounded-full!',
              isMuted ? 'bg-on-lightbox! text-canvas!' : 'bg-lightbox-control! text-on-lightbox!',
            )}
          />
          <IconButton
            label="Hang up"
            icon={<PhoneOff aria-hidden="true" />}
            onClick={() => session.dispatch({ type: 'hang-up' })}
            className="size-11! rounded-full! bg-danger-fill! text-on-accent! hover:bg-danger-fill-hover!"
          />
        </div>
      </div>
    </>
  );
}

/** How many participants are shown. The others are a number. */
const maxFaces = 4;

function Faces({ chat, view, call }: CallScreenParts) {
  const shown = call.others.slice(0, maxFaces);
  const hidden = call.others.length - shown.length;
  const memberById = new Map(chat.members.map((member) => [member._id, member]));
  if (shown.length === 0) {
    return (
      <SpeakingAvatar
        src={chat.avatar}
        name={chat.name}
        isSpeaking={false}
        isMuted={false}
        className="size-16 text-20"
      />
    );
  }
  return (
    <div className="flex items-center gap-3">
      {shown.map(({ id }) => (
        <SpeakingAvatar
          key={id}
          src={memberById.get(id)?.avatar ?? ''}
          name={memberById.get(id)?.name ?? 'Somebody'}
          isSpeaking={view.speakingIds.includes(id)}
          isMuted={call.mutedIds.includes(id)}
          className={shown.length > 2 ? 'size-12 text-15' : 'size-16 text-20'}
        />
      ))}
      {hidden > 0 && <span className="text-13 text-muted">+{hidden}</span>}
    </div>
  );
}
