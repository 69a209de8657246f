import { callTexts } from '@chat-app/contract';
import type { ChatDetail } from '@chat-app/contract';
import { useState } from 'react';
import { useMe } from '../../../api/me.ts';
import { useNow } from '../../../lib/timing-hooks.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { formatDuration } from './call-duration.ts';
import type { ActiveCall } from '../session/call-events.ts';
import type { CallSession } from '../session/call-session.ts';
import { CallStatus } from './call-status.tsx';
import { MicrophoneLevel } from './microphone-level.tsx';

interface WaitingForOthersProps {
  chat: ChatDetail;
  session: CallSession;
  call: ActiveCall;
}

/** The maximum number of avatars; the rest is shown as a count. */
const shownCount = 6;

/** Shown while there is no other participant: who is being called, for how long, and the microphone level. */
export function WaitingForOthers({ chat, session, call }: WaitingForOthersProps) {
  const me = useMe();
  const others = chat.members.filter(({ _id }) => _id !== me.id);
  // Once another participant has joined, the call no longer rings.
  const isRinging = call.sinceMs === null;
  return (
    <>
      <span className="relative inline-flex">
        {isRinging && (
          <span
            aria-hidden="true"
            className="absolute inset-[22%] animate-ripple rounded-full bg-accent motion-reduce:hidden"
          />
        )}
        {chat.isGroup ? (
          <Faces people={others} />
        ) : (
          <Avatar src={chat.avatar} name={chat.name} className="relative size-32 text-28 call-roomy:size-40" />
        )}
      </span>
      <p className="mt-5 w-full max-w-md min-w-0 text-center text-28 font-semibold">
        <bdi className="block truncate">{chat.name}</bdi>
      </p>
      <div className="mt-1 text-center">
        <CallStatus call={call} waiting={chat.isGroup ? callTexts.waitingForAny : callTexts.waitingForOne} />
        {isRinging && <RingingTime />}
      </div>
      <div className="mt-4 flex items-center gap-3 rounded-full bg-raised/70 py-1.5 pr-5 pl-1.5">
        <Avatar src={me.avatar} name={me.name} className="size-10 text-15" />
        <span className="flex flex-col gap-1">
          <span className="text-13 text-muted">{microphoneText(call)}</span>
          <MicrophoneLevel session={session} isOn={call.microphone.phase === 'open' && call.talk !== 'muted'} />
        </span>
      </div>
    </>
  );
}

function Faces({ people }: { people: ChatDetail['members'] }) {
  const more = people.length - shownCount;
  return (
    <span className="relative flex max-w-full flex-wrap justify-center -space-x-3">
      {people.slice(0, shownCount).map(({ _id, name, avatar }) => (
        <Avatar key={_id} src={avatar} name={name} className="size-20 text-20 ring-4 ring-canvas" />
      ))}
      {more > 0 && (
        <span className="flex size-20 items-center justify-center rounded-full bg-raised text-17 font-semibold ring-4 ring-canvas">
          +{more}
        </span>
      )}
    </span>
  );
}

/** Counted from when this component was mounted. */
function RingingTime() {
  const [sinceMs] = useState(() => Date.now());
  const nowMs = useNow(1_000);
  return <p className="text-13 text-muted tabular-nums">Ringing for {formatDuration(nowMs - sinceMs)}</p>;
}

function microphoneText({ microphone, talk }: ActiveCall): string {
  if (microphone.phase !== 'open') return 'Your microphone is not on';
  return talk === 'muted' ? 'You are muted' : 'Your microphone';
}
