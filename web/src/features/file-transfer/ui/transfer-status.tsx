import { ArrowLeftRight, CircleCheck, CircleX, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { megabytes } from '../../../format/file-label.ts';
import { rateLabel, secondsLeft, timeLeftLabel } from '../session/transfer-rate.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { Phase } from '../session/transfer-events.ts';
import type { TransferView } from '../session/transfer-list.ts';
import { announcementOf, lossSentence, phaseLabel, stateSentence } from './transfer-texts.ts';

interface TransferStatusProps {
  view: TransferView;
  peerName: string;
}

const icons: Record<Phase, ReactNode> = {
  none: null,
  pending: <Clock aria-hidden="true" className="size-4.5 text-warning" />,
  connecting: <Spinner className="size-4.5 text-accent" />,
  sending: <ArrowLeftRight aria-hidden="true" className="size-4.5 text-accent" />,
  done: <CircleCheck aria-hidden="true" className="size-4.5 text-success" />,
  cancelled: <CircleX aria-hidden="true" className="size-4.5 text-danger" />,
};

/** The state and progress of a transfer. */
export function TransferStatus({ view, peerName }: TransferStatusProps) {
  const { state, progress, files, isRelayed } = view;
  const { phase } = state;
  const loss = lossSentence(state, progress, peerName);
  const hasBegun = phase === 'sending' || phase === 'done' || (phase === 'connecting' && state.isResuming);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-2.5">
        <span className="mt-0.5">{icons[phase]}</span>
        <div className="min-w-0">
          <p className={classNames('font-semibold', phase === 'cancelled' && 'text-danger')}>
            {phaseLabel(state, progress)}
          </p>
          <p className="wrap-anywhere text-muted">{stateSentence(state, peerName)}</p>
        </div>
      </div>
      {hasBegun && <Numbers view={view} />}
      {loss !== null && phase === 'sending' && <p className="text-13 text-warning wrap-anywhere">{loss}</p>}
      {isRelayed && (phase === 'sending' || phase === 'connecting') && (
        <p className="text-13 text-muted">
          Relayed through a server: your two networks do not reach each other directly.
        </p>
      )}
      <output className="sr-only">{announcementOf(state, progress, files.length)}</output>
    </div>
  );
}

function Numbers({ view: { state, progress, files } }: { view: TransferView }) {
  const { bytes, totalBytes, bytesPerSecond, isResuming } = progress;
  const isFlowing = state.phase === 'sending' && !isResuming;
  const isDone = state.phase === 'done';
  const fraction = isDone || totalBytes === 0 ? Number(isDone) : bytes / totalBytes;
  const left = isFlowing ? secondsLeft(totalBytes - bytes, bytesPerSecond) : null;
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar label="Transferred" fraction={fraction} tone={isDone ? 'good' : 'accent'} />
      <p className="flex flex-wrap justify-between gap-x-4 text-13 text-muted tabular-nums">
        <span>
          <span className="font-semibold text-text">{Math.floor(fraction * 100)}%</span> of {megabytes(totalBytes)}
          {files.length > 1 && ` · ${files.length} files`}
        </span>
        {isFlowing && (
          <span>
            {bytesPerSecond !== null && rateLabel(bytesPerSecond)}
            {left !== null && ` · ${timeLeftLabel(left)}`}
          </span>
        )}
      </p>
    </div>
  );
}
