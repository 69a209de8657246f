import type { Passkey } from '@chat-app/contract';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { usePasskeys, useRemovePasskey } from '../../api/passkeys.ts';
import { hasPasskeySupport } from '../../browser/passkey-support.ts';
import { dayLabel } from '../../format/day-label.ts';
import { useNow } from '../../lib/timing-hooks.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { StepHeading } from './step-form.tsx';

/** The passkeys of the user: a list, and the form that adds one. */
export function Passkeys({ onLeave }: { onLeave: () => void }) {
  const [isAdding, setAdding] = useState(false);
  if (isAdding) return <AddPasskey onLeave={() => setAdding(false)} />;
  return (
    <div className="flex grow flex-col">
      <div className="flex grow flex-col gap-4 px-5 py-5 roomy:px-6">
        <StepHeading>Passkeys</StepHeading>
        <p className="text-muted">
          A passkey signs you in with your fingerprint, your face or the lock of your device, without a password or
          code.
        </p>
        <PasskeyList />
      </div>
      <footer className="sticky bottom-0 flex flex-col-reverse gap-2 border-t border-line bg-raised px-5 py-3 roomy:flex-row roomy:justify-end roomy:px-6">
        <Button variant="secondary" onClick={onLeave}>
          Back
        </Button>
        {hasPasskeySupport() ? (
          <Button onClick={() => setAdding(true)}>Add a passkey</Button>
        ) : (
          <p className="self-center text-13 text-muted">This browser cannot add passkeys here.</p>
        )}
      </footer>
    </div>
  );
}

function PasskeyList() {
  const { data: passkeys, isError, refetch } = usePasskeys();
  if (!passkeys && isError) return <LoadFailed what="Your passkeys" onRetry={() => void refetch()} />;
  if (!passkeys) return <SkeletonRows count={2} label="Loading" rowClassName="h-14" />;
  if (passkeys.length === 0) return <p className="text-13 text-muted">You have no passkeys yet.</p>;
  return (
    <ul aria-label="Your passkeys" className="flex flex-col gap-4">
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey._id} passkey={passkey} />
      ))}
    </ul>
  );
}

const minuteMs = 60_000;

function PasskeyRow({ passkey: { _id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const remove = useRemovePasskey();
  const [isConfirming, setConfirming] = useState(false);
  const nowMs = useNow(minuteMs);
  const day = (time: string) => dayLabel(time, nowMs).replace(/^(?:Today|Yesterday)$/, (word) => word.toLowerCase());
  return (
    <li className="flex items-center gap-3">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-hover text-muted">
        <KeyRound aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 grow">
        <p className="truncate font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="truncate text-13 text-muted">
          {`Added ${day(createdAt)} · ${lastUsedAt === null ? 'not used yet' : `used ${day(lastUsedAt)}`}`}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Remove ${name}`}
        isBusy={remove.isPending}
        onClick={() => setConfirming(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        question="Remove this passkey?"
        details="You cannot sign in with it any more. Delete it on your device, too: it is useless there."
        confirmLabel="Remove"
        isOpen={isConfirming}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(_id, { onSettled: () => setConfirming(false) })}
        onCancel={() => setConfirming(false)}
      />
    </li>
  );
}
