import { X } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { FileList } from './file-list.tsx';
import { FilePicker } from './file-picker.tsx';
import { isActive } from '../session/transfer-list.ts';
import type { TransferView } from '../session/transfer-list.ts';
import { TransferStatus } from './transfer-status.tsx';
import { stateSentence } from './transfer-texts.ts';

interface SendDialogProps {
  view: TransferView;
  peerName: string;
  onStop: () => void;
}

const nameLength = 33;

/** The sender's dialog, from picking files to the end. */
export function SendDialog({ view, peerName, onStop }: SendDialogProps) {
  const { state, files, actions } = view;
  const isPicking = state.phase === 'none';
  return (
    <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-5 pt-3 pb-5 roomy:px-6 roomy:pb-6">
      {isPicking && <p className="wrap-anywhere text-muted">{stateSentence(state, peerName)}</p>}
      {files.length > 0 && (
        <FileList files={files} nameLength={nameLength}>
          {isPicking
            ? (file, index) => (
                <IconButton
                  label={`Remove ${file.name}`}
                  icon={<X aria-hidden="true" />}
                  onClick={() => actions.unpick(index)}
                />
              )
            : undefined}
        </FileList>
      )}
      {isPicking ? (
        <FilePicker hasFiles={files.length > 0} onPick={actions.pick} />
      ) : (
        <TransferStatus view={view} peerName={peerName} />
      )}
      <div className="flex flex-col-reverse gap-2 roomy:flex-row roomy:justify-end">
        {isActive(state) ? (
          <>
            <Button variant="quiet" onClick={actions.hide}>
              Continue in background
            </Button>
            <Button variant="secondary" onClick={onStop}>
              Cancel
            </Button>
          </>
        ) : (
          <Button variant="secondary" onClick={actions.close}>
            {isPicking ? 'Cancel' : 'Close'}
          </Button>
        )}
        {isPicking && (
          <Button disabled={files.length === 0} onClick={actions.request}>
            Send request
          </Button>
        )}
      </div>
    </div>
  );
}
