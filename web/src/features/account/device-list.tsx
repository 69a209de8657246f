import type { Session } from '@chat-app/contract';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useRevokeOtherSessions, useRevokeSession, useSessions } from '../../api/sessions.ts';
import { clockTime, dayLabel } from '../../format/day-label.ts';
import { useNow } from '../../lib/timing-hooks.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** Where the user is signed in. */
export function DeviceList() {
  const { data: sessions, isError, refetch } = useSessions();
  const revokeOthers = useRevokeOtherSessions();
  const [isConfirming, setConfirming] = useState(false);
  if (!sessions && isError) return <LoadFailed what="Your devices" onRetry={() => void refetch()} />;
  if (!sessions) {
    return (
      <div className="animate-appear-late">
        <SkeletonRows count={3} label="Loading" rowClassName="h-16 px-5 roomy:px-6" />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4 px-5 py-5 roomy:px-6">
      <ul aria-label="Your devices" className="flex flex-col gap-4">
        {sessions.map((session) => (
          <DeviceRow key={session._id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button variant="secondary" isFullWidth isBusy={revokeOthers.isPending} onClick={() => setConfirming(true)}>
          Sign out all other devices
        </Button>
      ) : (
        <p className="text-13 text-muted">You are signed in on this device only.</p>
      )}
      <ConfirmDialog
        question="Sign out all other devices?"
        details="They need your password to sign in again. Messages written there that were not sent yet are lost."
        confirmLabel="Sign out"
        isOpen={isConfirming}
        isBusy={revokeOthers.isPending}
        onConfirm={() => revokeOthers.mutate(undefined, { onSettled: () => setConfirming(false) })}
        onCancel={() => setConfirming(false)}
      />
    </div>
  );
}

const phones = /Android|iOS/;
const minuteMs = 60_000;

const inSentence = (day: string) => day.replace(/^(?:Today|Yesterday)$/, (name) => name.toLowerCase());

function DeviceRow({ session: { _id, device, network, lastUsedAt, isCurrent } }: { session: Session }) {
  const revoke = useRevokeSession();
  const nowMs = useNow(minuteMs);
  const name = device ?? 'Unknown device';
  const Icon = phones.test(name) ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-hover text-muted">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-13 text-muted">
          {isCurrent ? (
            <span className="text-accent">This device</span>
          ) : (
            <time
              dateTime={lastUsedAt}
            >{`Active ${inSentence(dayLabel(lastUsedAt, nowMs))}, ${clockTime(lastUsedAt)}`}</time>
          )}
          {network !== null && ` · ${network}`}
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Sign out ${name}`}
          isBusy={revoke.isPending}
          onClick={() => revoke.mutate(_id)}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
