import { callTexts } from '@chat-app/contract';
import { Mic, MicOff, PhoneOff } from 'lucide-react';
import { CallAlerts } from '../ui/call-alerts.tsx';
import { CallNotes } from '../ui/call-notes.tsx';
import { CallStatus } from '../ui/call-status.tsx';
import { hasPictures } from '../ui/call-screen.ts';
import type { CallScreenParts } from '../ui/call-screen.ts';
import { CameraControl, ScreenControl } from '../ui/media-controls.tsx';
import { RoundButton } from '../ui/round-button.tsx';
import { SpeakingAvatar } from '../ui/speaking-avatar.tsx';
import { SmallPicture } from './small-picture.tsx';

/** A call in a corner of the page: who takes part, and the most important controls. */
export function SmallCall(parts: CallScreenParts) {
  const { chat, session, view, call } = parts;
  const isMuted = call.talk === 'muted';
  return (
    <div className="[container:call/inline-size]">
      <CallAlerts session={session} view={view} call={call} />
      <CallNotes {...parts} />
      {hasPictures(view, call) && <SmallPicture {...parts} />}
      <div className="flex flex-col items-center gap-2 px-3 py-3">
        {!hasPictures(view, call) && <Faces {...parts} />}
        <CallStatus
          call={call}
          waiting={chat.isGroup ? callTexts.waitingForAny : callTexts.waitingForOne}
          className="min-h-5 text-center text-13 text-muted"
        />
        <div className="flex items-center gap-3">
          <RoundButton
            label={isMuted ? 'Unmute microphone' : 'Mute microphone'}
            caption={isMuted ? 'Unmute' : 'Mute'}
            icon={isMuted ? <MicOff aria-hidden="true" /> : <Mic aria-hidden="true" />}
            isPressed={isMuted}
            disabled={call.microphone.phase !== 'open'}
            onClick={() => session.dispatch({ type: 'mute-toggled' })}
          />
          <CameraControl session={session} call={call} />
          {call.screen.phase === 'on' && <ScreenControl session={session} call={call} />}
          <RoundButton
            label="Hang up"
            caption="Hang up"
            icon={<PhoneOff aria-hidden="true" />}
            isDanger
            onClick={() => session.dispatch({ type: 'hang-up' })}
          />
        </div>
      </div>
    </div>
  );
}

/** How many participants are shown. The others are a number. */
const maxFaces = 4;

function Faces({ chat, view, call }: CallScreenParts) {
  const shown = call.others.slice(0, maxFaces);
  const hiddenCount = call.others.length - shown.length;
  const memberById = new Map(chat.members.map((member) => [member._id, member]));
  const waitingFor = { id: chat._id, name: chat.name, avatar: chat.avatar };
  const faces = shown.map(({ id }) => ({ id, name: 'Somebody', avatar: '', ...memberById.get(id) }));
  return (
    <div className="flex items-center gap-3 pt-1">
      {(faces.length > 0 ? faces : [waitingFor]).map(({ id, name, avatar }) => (
        <SpeakingAvatar
          key={id}
          src={avatar}
          name={name}
          isSpeaking={view.speakingIds.some((speakingId) => speakingId === id)}
          isMuted={call.mutedIds.some((mutedId) => mutedId === id)}
          className={faces.length > 2 ? 'size-12 text-15' : 'size-16 text-20'}
        />
      ))}
      {hiddenCount > 0 && <span className="text-13 text-muted">+{hiddenCount}</span>}
    </div>
  );
}
