import { useEffect, useRef, useState } from 'react';
import { warnBeforeLeaving } from '../../../browser/unload-guard.ts';
import { keepAwake } from '../../../browser/wake-lock.ts';
import { HiddenTransfers } from './hidden-transfers.tsx';
import { foregroundOf, isActive, useTransfers } from '../session/transfer-list.ts';
import type { TransferView } from '../session/transfer-list.ts';
import { TransferDialog } from './transfer-dialog.tsx';
import { useAttention } from './use-attention.ts';

/** The transfers of this tab. One dialog is open at a time; the others wait or continue in the background. */
export function ShownTransfers({ isOverChat }: { isOverChat: boolean }) {
  const views = useTransfers((state) => state.views);
  const front = foregroundOf(views);
  // Keep the last view for the closing animation.
  const [last, setLast] = useState(front);
  if (front && front !== last) setLast(front);
  useAttention(views);
  useTransferGuards(views);
  return (
    <>
      {last && <OpenedTransfer key={last.id} view={last} isOpen={front !== null} />}
      <HiddenTransfers views={views.filter(({ isHidden }) => isHidden)} isOverChat={isOverChat} />
    </>
  );
}

/** Keeps the screen on and warns before leaving the page while a transfer is active. */
function useTransferGuards(views: readonly TransferView[]): void {
  const hasActive = views.some(({ state }) => isActive(state));
  const isMoving = views.some(({ state: { phase } }) => phase === 'connecting' || phase === 'sending');
  useEffect(() => (hasActive ? warnBeforeLeaving() : undefined), [hasActive]);
  useEffect(() => (isMoving ? keepAwake() : undefined), [isMoving]);
}

/** Remembers what had the focus before the dialog opened. */
function OpenedTransfer({ view, isOpen }: { view: TransferView; isOpen: boolean }) {
  const returnFocusTo = useRef(document.activeElement instanceof HTMLElement ? document.activeElement : null);
  return <TransferDialog view={view} isOpen={isOpen} returnFocusTo={returnFocusTo} />;
}
