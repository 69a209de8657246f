import { useState } from 'react';
import type { RefObject } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { isActive } from '../session/transfer-list.ts';
import type { TransferView } from '../session/transfer-list.ts';
import { ReceiveDialog } from './receive-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';
import { stateSentence } from './transfer-texts.ts';
import { usePeer } from './use-peer.ts';

interface TransferDialogProps {
  view: TransferView;
  isOpen: boolean;
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** One transfer: its files and progress, and how to answer or stop it. */
export function TransferDialog({ view, isOpen, returnFocusTo }: TransferDialogProps) {
  const { state, actions } = view;
  const [isAsking, setAsking] = useState(false);
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
