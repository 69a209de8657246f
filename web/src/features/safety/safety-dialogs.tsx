import { useBlock } from '../../api/safety.ts';
import { closeSafetyDialog, useSafetyRequest } from '../../state/safety.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { ReportDialog } from './report-dialog.tsx';

/** Asks before a person is blocked, and for the reason of a report. Opened from many places. */
export function SafetyDialogs() {
  const request = useSafetyRequest((state) => state.request);
  const block = useBlock();
  const asked = request?.kind === 'block' ? request : null;
  const shown = useLastShown(asked);
  const name = shown?.person.name ?? '';
  return (
    <>
      <ConfirmDialog
        question={`Block ${name}?`}
        details={
          'You will no longer be friends. Neither of you can message or call the other, or see when the other is online. ' +
          `In groups, you both stay, and messages of ${name} are folded for you. ${name} is not notified.`
        }
        confirmLabel="Block"
        isOpen={asked !== null}
        isBusy={block.isPending}
        onConfirm={() => asked && block.mutate(asked.person._id, { onSettled: closeSafetyDialog })}
        onCancel={closeSafetyDialog}
        returnFocusTo={{ current: shown?.opener instanceof HTMLElement ? shown.opener : null }}
      />
      <ReportDialog request={request?.kind === 'report' ? request : null} onClose={closeSafetyDialog} />
    </>
  );
}
