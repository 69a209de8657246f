import { useEffect, useRef, useState } from 'react';
import { warnBeforeLeaving } from '../../../browser/unload-guard.ts';
import { keepAwake } from '../../../browser/wake-lock.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { HiddenTransfers } from './hidden-transfers.tsx';
import { ReceiveDialog } from './receive-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';
import { foregroundOf, isActive, useTransfers } from '../session/transfer-list.ts';
import type { TransferView } from '../session/transfer-list.ts';
import { stateSentence } from './transfer-texts.ts';
import { useAttention } from './use-attention.ts';
import { usePeer } from './use-peer.ts';

/** The transfers of this tab. One dialog is open at a time; the others wait or continue in the background. */
export function TransferDialogs({ isOverChat }: { isOverChat: boolean }) {
  const views = useTransfers((state) => state.views);
  const front = foregroundOf(views);
  // Keep the last view for the closing animation.
  const [last, setLast] = useState(front);
  if (front && front !== last) setLast(front);
  useAttention(views);
  useTransferGuards(views);
  return (
    <>
      {last && <TransferDialog key={last.id} view={last} isOpen={front !== null} />}
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

interface TransferDialogProps {
  view: TransferView;
  isOpen: boolean;
}

function TransferDialog({ view, isOpen }: TransferDialogProps) {
  const { state, actions } = view;
  const [isAsking, setAsking] = useState(false);
  const returnFocusTo = useRef(document.activeElement instanceof HTMLElement ? document.activeElement : null);
  const peer = usePeer(view.peerId);
  const askToStop = () => setAsking(true);
  const handleClose = () => {
    if (isActive(state)) return askToStop();
    // Closing the dialog does not answer an incoming request; it is only hidden.
    return state.phase === 'pending' ? actions.hide() : actions.close();
  };
  return (
    <>
      <Dialog
        title={state.role === 'sender' ? 'Send file' : 'Receive file'}
        description={stateSentence(state, peer.name)}
        isOpen={isOpen}
        onClose={handleClose}
        returnFocusTo={returnFocusTo}
      >
        {state.role === 'sender' ? (
          <SendDialog view={view} peerName={peer.name} onStop={actions.cancel} />
        ) : (
          <ReceiveDialog view={view} peer={peer} onStop={actions.cancel} />
        )}
      </Dialog>
      <ConfirmDialog
        question="Stop this transfer?"
        details="What has not arrived whole is thrown away."
        confirmLabel="Stop transfer"
        isOpen={isOpen && isAsking && isActive(state)}
        onConfirm={() => {
          setAsking(false);
          actions.cancel();
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
