import { ArrowLeftRight } from 'lucide-react';
import { shortFileName } from '../../../format/file-label.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressRing } from '../../../ui/progress-ring.tsx';
import type { TransferView } from '../session/transfer-list.ts';
import { phaseLabel } from './transfer-texts.ts';
import { usePeer } from './use-peer.ts';

interface HiddenTransfersProps {
  views: readonly TransferView[];
  /** An open chat fills the screen, with its composer at the bottom. */
  isOverChat: boolean;
}

/** Transfers that continue without their dialog. A click shows the dialog again. */
export function HiddenTransfers({ views, isOverChat }: HiddenTransfersProps) {
  if (views.length === 0) return null;
  return (
    <ul
      aria-label="Transfers"
      className={classNames(
        'fixed left-4 z-background-tasks flex max-w-[calc(100vw-32px)] animate-rise flex-col gap-2 wide:top-auto wide:bottom-20',
        // Over an open chat, place it below the header: at the bottom it would cover the composer.
        isOverChat ? 'top-19' : 'bottom-24',
      )}
    >
      {views.map((view) => (
        <li key={view.id}>
          <HiddenTransfer view={view} />
        </li>
      ))}
    </ul>
  );
}

function HiddenTransfer({ view }: { view: TransferView }) {
  const { state, files, progress, actions } = view;
  const { name } = usePeer(view.peerId);
  const [first] = files;
  const fraction = progress.totalBytes > 0 ? progress.bytes / progress.totalBytes : 0;
  return (
    <button
      type="button"
      onClick={actions.show}
      className="flex min-h-14 w-72 max-w-full items-center gap-3 rounded-card bg-raised py-2 pr-4 pl-3 text-left shadow-raised transition-colors hover:bg-hover"
    >
      <span className="shrink-0 text-accent">
        {state.phase === 'sending' ? (
          <ProgressRing label="Transferred" fraction={fraction} />
        ) : (
          <ArrowLeftRight aria-hidden="true" className="m-2.5 size-5" />
        )}
      </span>
      <span className="min-w-0">
        <bdi className="block truncate font-medium">{shortFileName(first?.name ?? '')}</bdi>
        <span className="block truncate text-13 text-muted">
          {phaseLabel(state, progress)} · {name}
        </span>
      </span>
    </button>
  );
}
