import type { UserId } from '@chat-app/contract';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AudioPath } from '../session/call-events.ts';
import type { CallSession } from '../session/call-session.ts';
import type { CallScreenParts } from './call-screen.ts';

type Verifier = Pick<CallSession, 'verificationOf'>;

const verificationSentence =
  'If you both see the same four emoji, nobody sits between you, not even the server. Read them to each other.';

/** The four emoji of a direct connection. Null without one, and until they are known. */
function useVerification(session: Verifier, userId: UserId, path: AudioPath): readonly string[] | null {
  const [known, setKnown] = useState<readonly string[] | null>(null);
  const isDirect = path.phase === 'direct';
  useEffect(() => {
    if (!isDirect) return undefined;
    let isOver = false;
    const read = async () => {
      const emoji = await session.verificationOf(userId);
      if (!isOver) setKnown(emoji);
    };
    void read();
    return () => {
      isOver = true;
      setKnown(null);
    };
  }, [session, userId, isDirect]);
  return isDirect ? known : null;
}

interface VerificationProps {
  session: Verifier;
  userId: UserId;
  path: AudioPath;
}

/** The emoji of a call of two, with a button that opens the explanation. */
export function VerificationBadge({ onExplain, ...connection }: VerificationProps & { onExplain: () => void }) {
  const emoji = useVerification(connection.session, connection.userId, connection.path);
  if (emoji === null) return null;
  return (
    <button
      type="button"
      aria-label={`Verification: ${emoji.join(' ')}`}
      title={verificationSentence}
      onClick={onExplain}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 text-muted call-roomy:min-h-9 [&_svg]:size-4"
    >
      <ShieldCheck aria-hidden="true" />
      <span aria-hidden="true" className="text-15 tracking-widest">
        {emoji.join('')}
      </span>
    </button>
  );
}

/** The emoji of every connection. */
export function VerificationList({ chat, session, call }: Pick<CallScreenParts, 'chat' | 'session' | 'call'>) {
  return (
    <>
      <p className="pb-3 text-13 text-muted">{verificationSentence}</p>
      <ul className="flex flex-col">
        {call.others.map(({ id, path }) => (
          <li key={id} className="flex min-h-11 items-center justify-between gap-3 border-t border-line py-2">
            <bdi className="min-w-0 truncate font-medium">
              {chat.members.find(({ _id }) => _id === id)?.name ?? 'Somebody'}
            </bdi>
            <VerificationEmoji session={session} userId={id} path={path} />
          </li>
        ))}
      </ul>
    </>
  );
}

function VerificationEmoji({ session, userId, path }: VerificationProps) {
  const emoji = useVerification(session, userId, path);
  if (emoji !== null) return <span className="shrink-0 text-20 tracking-widest">{emoji.join('')}</span>;
  return <span className="text-right text-13 text-muted">{absence(path)}</span>;
}

function absence({ phase }: AudioPath): string {
  return phase === 'relayed' ? 'Not possible through the server' : 'Connecting...';
}
