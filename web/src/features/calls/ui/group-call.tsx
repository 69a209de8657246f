import { callTexts } from '@chat-app/contract';
import { CallFrame } from './call-frame.tsx';
import { gridFor } from './call-grid.ts';
import { CallStatus } from './call-status.tsx';
import type { CallScreenParts } from './call-screen.ts';
import { ParticipantTile } from './participant-tile.tsx';
import { WaitingForOthers } from './waiting-for-others.tsx';

/** A group call: shows the other participants in a grid. */
export function GroupCall(parts: CallScreenParts) {
  return (
    <CallFrame {...parts} backdrop={parts.chat.avatar}>
      {() => <GroupParticipants {...parts} />}
    </CallFrame>
  );
}

export function GroupParticipants({ chat, session, view, call }: CallScreenParts) {
  const { columns, rows } = gridFor(call.others.length);
  const memberById = new Map(chat.members.map((member) => [member._id, member]));
  if (call.phase === 'alone') return <WaitingForOthers chat={chat} session={session} call={call} />;
  return (
    <>
      <div className="w-full max-w-md shrink-0 text-center">
        <p className="text-17 font-semibold">
          <bdi className="block truncate">{chat.name}</bdi>
        </p>
        <CallStatus call={call} waiting={callTexts.waitingForAny} />
      </div>
      {call.others.length > 0 && (
        <ul
          aria-label="In the call"
          data-grid={`${columns}x${rows}`}
          className="mt-2 grid min-h-0 w-full max-w-[720px] flex-1 gap-2.5"
          style={{
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            gridTemplateRows: `repeat(${rows}, minmax(min-content, 1fr))`,
          }}
        >
          {call.others.map(({ id, path }) => (
            <ParticipantTile
              key={id}
              name={memberById.get(id)?.name ?? 'Somebody'}
              avatar={memberById.get(id)?.avatar ?? ''}
              path={path}
              isSpeaking={view.speakingIds.includes(id)}
              isMuted={call.mutedIds.includes(id)}
              rows={rows}
              volume={session.volumeOf(id)}
              onVolume={(volume) => session.setVolume(id, volume)}
            />
          ))}
        </ul>
      )}
    </>
  );
}
