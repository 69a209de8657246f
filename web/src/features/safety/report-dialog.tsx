import { reportReasonMaxLength, reportTexts } from '@chat-app/contract';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useBlock, useSendReport } from '../../api/safety.ts';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { useIsBlocked } from '../../state/blocked-users.ts';
import type { SafetyRequest } from '../../state/safety.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { inputClasses } from '../../ui/text-field.tsx';

type Report = Extract<SafetyRequest, { kind: 'report' }>;

interface ReportDialogProps {
  /** Null while the dialog is closed. */
  request: Report | null;
  onClose: () => void;
}

export function ReportDialog({ request, onClose }: ReportDialogProps) {
  const shown = useLastShown(request);
  return (
    <Dialog
      title={shown?.messageId ? 'Report this message' : `Report ${shown?.person.name ?? ''}`}
      description="Tells the people who run this server what is wrong"
      isOpen={request !== null}
      onClose={onClose}
      returnFocusTo={{ current: shown?.opener instanceof HTMLElement ? shown.opener : null }}
    >
      {shown && <ReportForm key={shown.messageId ?? shown.person._id} report={shown} onDone={onClose} />}
    </Dialog>
  );
}

function ReportForm({ report: { person, messageId }, onDone }: { report: Report; onDone: () => void }) {
  const [reason, setReason] = useState('');
  const [isBlocking, setBlocking] = useState(false);
  const [error, setError] = useState<string>();
  const send = useSendReport();
  const block = useBlock();
  const isBlocked = useIsBlocked(person._id);
  const field = useRef<HTMLTextAreaElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === '') {
      setError(reportTexts.reasonInvalid);
      field.current?.focus();
      return;
    }
    send.mutate(
      { userId: person._id, messageId, reason: reason.trim() },
      {
        onSuccess: () => {
          if (isBlocking) block.mutate(person._id);
          onDone();
        },
      },
    );
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 px-5 pt-1 pb-5 roomy:px-6 roomy:pb-6">
      <p className="text-13 text-muted">
        The people who run this server will read your reason{messageId && ', with a copy of the message'}.{' '}
        <bdi>{person.name}</bdi> is not notified.
      </p>
      <Field label="What is wrong?" error={error}>
        {(control) => (
          <textarea
            {...control}
            ref={field}
            data-first-focus
            rows={4}
            maxLength={reportReasonMaxLength}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value);
              setError(undefined);
            }}
            className={classNames(inputClasses, 'resize-none py-2')}
          />
        )}
      </Field>
      {!isBlocked && <Switch label={`Block ${person.name} as well`} isOn={isBlocking} onChange={setBlocking} />}
      <Button type="submit" isFullWidth isBusy={send.isPending}>
        Send report
      </Button>
    </form>
  );
}
