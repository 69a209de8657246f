import { callTexts } from '@chat-app/contract';
import { CallFrame } from './call-frame.tsx';
import { CallStatus } from './call-status.tsx';
import type { CallScreenParts } from './call-screen.ts';
import { GroupParticipants } from './group-call.tsx';
import { SpeakingAvatar } from './speaking-avatar.tsx';
import { VerificationBadge } from './verification.tsx';
import { VolumeSlider } from './volume-slider.tsx';
import { WaitingForOthers } from './waiting-for-others.tsx';
import { PathBadge } from './path-badge.tsx';

/** A call between two people. If the chat becomes a group meanwhile, the same window shows the group call. */
export function DirectCall(parts: CallScreenParts) {
  const { chat, call } = parts;
  return (
    <CallFrame {...parts} backdrop={chat.avatar}>
      {(onExplain) =>
        chat.isGroup || call.others.length > 1 ? (
          <GroupParticipants {...parts} />
        ) : (
          <OtherParticipant {...parts} onExplain={onExplain} />
        )
      }
    </CallFrame>
  );
}

function OtherParticipant({ chat, session, view, call, onExplain }: CallScreenParts & { onExplain: () => void }) {
  const [other] = call.others;
  if (call.phase === 'alone') return <WaitingForOthers chat={chat} session={session} call={call} />;
  return (
    <>
      <SpeakingAvatar
        src={chat.avatar}
        name={chat.name}
        isSpeaking={other !== undefined && view.speakingIds.includes(other.id)}
        isMuted={other !== undefined && call.mutedIds.includes(other.id)}
        className="size-32 text-28 call-roomy:size-40"
      />
      <p className="mt-5 w-full max-w-md min-w-0 text-center text-28 font-semibold">
        <bdi className="block truncate">{chat.name}</bdi>
      </p>
      <div className="mt-1 text-center">
        <CallStatus call={call} waiting={callTexts.waitingForOne} />
      </div>
      <div className="mt-3 flex min-h-30 flex-col items-center gap-2">
        {other && (
          <>
            <div className="flex max-w-md flex-wrap items-center justify-center gap-1">
              <PathBadge path={other.path} />
              <VerificationBadge session={session} userId={other.id} path={other.path} onExplain={onExplain} />
            </div>
            <VolumeSlider
              key={other.id}
              name={chat.name}
              volume={session.volumeOf(other.id)}
              onChange={(volume) => session.setVolume(other.id, volume)}
            />
          </>
        )}
      </div>
    </>
  );
}
