import type { AdminReport, ReportOutcome } from '@chat-app/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCloseReport } from '../../api/administration-reports.ts';
import { clockTime, shortDate } from '../../format/day-label.ts';
import { useNow } from '../../lib/timing-hooks.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ReportedMessages } from './reported-messages.tsx';
import { Card } from './section.tsx';
import { consolePath } from './sections.tsx';
import { StatusBadge } from './status-badge.tsx';

const minuteMs = 60_000;

/** The account may be gone by now. */
const nameOf = (person: { name: string } | null) => person?.name ?? 'Deleted account';

/** Who reported whom, and why, with the message as it was then. */
export function ReportCard({ report }: { report: AdminReport }) {
  const { person, reason, message, closed } = report;
  return (
    <Card>
      <article aria-label={`Report about ${nameOf(person)}`} className="flex flex-col gap-4">
        <ReportHeader report={report} />
        <section>
          <h3 className="text-13 font-medium text-muted">Reason</h3>
          <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{reason}</p>
        </section>
        {message && <ReportedMessages report={report} message={message} />}
        <footer className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4">
          {closed ? <Closed closed={closed} /> : <Decision report={report} />}
          {person && (
            <Link
              to={`${consolePath}/people?search=${encodeURIComponent(person.name)}`}
              className={buttonClasses('quiet', 'small')}
            >
              Show account
            </Link>
          )}
        </footer>
      </article>
    </Card>
  );
}

function ReportHeader({ report: { person, reporter, message, createdAt } }: { report: AdminReport }) {
  const nowMs = useNow(minuteMs);
  return (
    <header className="flex items-start gap-3">
      <Avatar src={person?.avatar ?? ''} name={nameOf(person)} className="size-10 text-15" />
      <div className="min-w-0 flex-1">
        <h2 className="wrap-anywhere font-semibold">
          <bdi>{nameOf(person)}</bdi>
        </h2>
        <p className="text-13 text-muted wrap-anywhere">
          {message ? 'A message' : 'This person'} was reported by <bdi>{nameOf(reporter)}</bdi>
          {' · '}
          <time dateTime={createdAt}>{`${shortDate(createdAt, nowMs)}, ${clockTime(createdAt)}`}</time>
        </p>
      </div>
      {person?.isSuspended && <StatusBadge tone="danger">Suspended</StatusBadge>}
    </header>
  );
}

function Decision({ report: { _id, person } }: { report: AdminReport }) {
  const close = useCloseReport();
  const [isConfirming, setConfirming] = useState(false);
  const closeAs = (outcome: ReportOutcome) =>
    close.mutate({ id: _id, outcome }, { onSettled: () => setConfirming(false) });
  const name = nameOf(person);
  return (
    <div className="flex gap-2">
      <Button
        variant="secondary"
        size="small"
        aria-label={`Dismiss the report about ${name}`}
        isBusy={close.isPending && !isConfirming}
        onClick={() => closeAs('dismissed')}
      >
        Dismiss
      </Button>
      {person && (
        <Button variant="danger" size="small" aria-label={`Suspend ${name}`} onClick={() => setConfirming(true)}>
          Suspend
        </Button>
      )}
      <ConfirmDialog
        question={`Suspend ${name}?`}
        details="All devices are signed out at once, and signing in is refused until you resume the account. The report is closed."
        confirmLabel="Suspend"
        isOpen={isConfirming}
        isBusy={close.isPending}
        onConfirm={() => closeAs('suspended')}
        onCancel={() => setConfirming(false)}
      />
    </div>
  );
}

function Closed({ closed: { at, outcome, by } }: { closed: NonNullable<AdminReport['closed']> }) {
  const nowMs = useNow(minuteMs);
  return (
    <p className="flex flex-wrap items-center gap-2 text-13 text-muted">
      <StatusBadge tone={outcome === 'suspended' ? 'danger' : 'neutral'}>
        {outcome === 'suspended' ? 'Suspended' : 'Dismissed'}
      </StatusBadge>
      <span>
        {by && (
          <>
            by <bdi>{by.name}</bdi>,{' '}
          </>
        )}
        <time dateTime={at}>{shortDate(at, nowMs)}</time>
      </span>
    </p>
  );
}
