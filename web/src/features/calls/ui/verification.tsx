import type { UserId } from '@chat-app/contract';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import type { AudioPath } from '../session/call-events.ts';
import type { CallSession } from '../session/call-session.ts';
import type { CallScreenParts } from './call-screen.ts';

type Verifier = Pick<CallSession, 'verificationOf'>;

const verificationSentence =
  'If you both see the same four emoji, nobody sits between you, not even the server. Read them to each other.';

/** The four emoji of a direct connection; null if it has none, undefined until they are read or without a connection. */
function useVerification(session: Verifier, userId: UserId, path: AudioPath): readonly string[] | null | undefined {
  const [known, setKnown] = useState<readonly string[] | null>();
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
      setKnown(undefined);
    };
  }, [session, userId, isDirect]);
  return isDirect ? known : undefined;
}

interface VerificationProps {
  session: Verifier;
  userId: UserId;
  path: AudioPath;
}

interface VerificationBadgeProps extends VerificationProps {
  /** In a row with other things, where the sentence is a row below. */
  isInHeader?: boolean;
  onExplain: () => void;
}

/**
 * The emoji of a call of two with what they prove, and a button that opens the panel. Where there is no room for the
 * sentence, only the panel shows the emoji.
 */
export function VerificationBadge({ isInHeader = false, onExplain, ...connection }: VerificationBadgeProps) {
  const emoji = useVerification(connection.session, connection.userId, connection.path);
  if (!emoji) return null;
  return (
    <>
      <button
        type="button"
        aria-label={`Verification: ${emoji.join(' ')}`}
        title={verificationSentence}
        onClick={onExplain}
        className={classNames(
          'inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full px-2 text-muted call-roomy:min-h-9 [&_svg]:size-4',
          isInHeader && 'call-low:hidden',
        )}
      >
        <ShieldCheck aria-hidden="true" />
        <span aria-hidden="true" className={classNames('text-15 tracking-widest', isInHeader && headerOnly)}>
          {emoji.join('')}
        </span>
      </button>
      <p
        className={classNames(
          'text-13 text-muted',
          isInHeader ? `order-last basis-full ${headerOnly}` : 'max-w-sm text-center text-balance',
        )}
      >
        {verificationSentence}
      </p>
    </>
  );
}

/** Where a header has room for a further row. */
const headerOnly = 'hidden call-roomy:block call-low:hidden';

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
  if (emoji) return <span className="shrink-0 text-20 tracking-widest">{emoji.join('')}</span>;
  return <span className="text-right text-13 text-muted">{absence(path, emoji)}</span>;
}

function absence({ phase }: AudioPath, emoji: null | undefined): string {
  // The browsers have described their certificates in a way that proves nothing.
  if (emoji === null) return 'Cannot be verified';
  return phase === 'relayed' ? 'Not possible through the server' : 'Connecting...';
}
