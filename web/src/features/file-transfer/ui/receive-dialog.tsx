import { Download } from 'lucide-react';
import { canPickTarget, pickTarget } from '../../../browser/save-file.ts';
import { useMediaQuery } from '../../../browser/screen.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { FileList } from './file-list.tsx';
import { isActive } from '../session/transfer-list.ts';
import type { TransferView } from '../session/transfer-list.ts';
import { TransferStatus } from './transfer-status.tsx';
import { phaseLabel } from './transfer-texts.ts';
import type { Peer } from './use-peer.ts';

interface ReceiveDialogProps {
  view: TransferView;
  peer: Peer;
  onStop: () => void;
}

/** The receiver's dialog, from the request to the end. */
export function ReceiveDialog({ view, peer, onStop }: ReceiveDialogProps) {
  const { state, files, actions } = view;
  const nameLength = useNameLength();
  return (
    <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-5 pt-3 pb-5 roomy:px-6 roomy:pb-6">
      {state.phase === 'pending' && (
        <div className="flex items-center gap-3">
          <Avatar src={peer.avatar} name={peer.name} className="size-11 text-17" />
          <p className="min-w-0 wrap-anywhere">
            <bdi className="font-semibold">{peer.name}</bdi> wants to send you{' '}
            {files.length === 1 ? 'a file' : `${files.length} files`}.
          </p>
        </div>
      )}
      <FileList files={files} nameLength={nameLength}>
        {state.phase === 'done'
          ? (file, index) => (
              <IconButton
                label={`Save ${file.name}`}
                icon={<Download aria-hidden="true" />}
                tone="accent"
                onClick={() => actions.save(index)}
              />
            )
          : undefined}
      </FileList>
      {state.phase === 'pending' ? (
        <output className="sr-only">{phaseLabel(state, view.progress)}</output>
      ) : (
        <TransferStatus view={view} peerName={peer.name} />
      )}
      <div className="flex flex-col-reverse gap-2 roomy:flex-row roomy:justify-end">
        <Choices view={view} onStop={onStop} />
      </div>
    </div>
  );
}

function Choices({ view, onStop }: Omit<ReceiveDialogProps, 'peer'>) {
  const { state, files, actions } = view;
  const [first] = files;
  const saveAs = async () => {
    const target = await pickTarget(first?.name ?? 'file');
    if (target) actions.accept(target);
  };
  if (isActive(state)) {
    return (
      <>
        <Button variant="quiet" onClick={actions.hide}>
          Continue in background
        </Button>
        <Button variant="secondary" onClick={onStop}>
          Cancel
        </Button>
      </>
    );
  }
  if (state.phase !== 'pending') {
    return (
      <Button variant="secondary" onClick={actions.close}>
        Close
      </Button>
    );
  }
  return (
    <>
      <Button variant="secondary" onClick={actions.reject}>
        Reject
      </Button>
      {files.length === 1 && canPickTarget() && (
        <Button variant="secondary" onClick={() => void saveAs()}>
          Save as…
        </Button>
      )}
      <Button onClick={() => actions.accept(null)}>Accept</Button>
    </>
  );
}

function useNameLength(): number {
  const isRoomy = useMediaQuery('(min-width: 720px)');
  const isMedium = useMediaQuery('(min-width: 400px)');
  if (isRoomy) return 32;
  return isMedium ? 24 : 20;
}
