import { useChangePerson } from '../../api/administration.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { DeletePersonDialog } from './delete-person-dialog.tsx';
import { actTexts } from './person-acts.tsx';
import type { PersonRequest } from './person-acts.tsx';

interface PersonQuestionsProps {
  /** Null while nothing is asked. */
  request: PersonRequest | null;
  onDone: () => void;
}

/** Asks before an account is changed. */
export function PersonQuestions({ request, onDone }: PersonQuestionsProps) {
  const isDeletion = request?.act === 'delete';
  return (
    <>
      <ChangeQuestion request={isDeletion ? null : request} onDone={onDone} />
      <DeletePersonDialog request={isDeletion ? request : null} onDone={onDone} />
    </>
  );
}

function ChangeQuestion({ request, onDone }: PersonQuestionsProps) {
  const change = useChangePerson();
  const shown = useLastShown(request);
  if (shown === null) return null;
  const { label, question, isDestructive = false } = actTexts[shown.act];
  const { question: title, details } = question(shown.person.name);
  return (
    <ConfirmDialog
      question={title}
      details={details}
      confirmLabel={label}
      isOpen={request !== null}
      isBusy={change.isPending}
      isDestructive={isDestructive}
      onConfirm={() => {
        if (shown.act !== 'delete') change.mutate({ act: shown.act, id: shown.person._id }, { onSettled: onDone });
      }}
      onCancel={onDone}
      returnFocusTo={{ current: shown.opener }}
    />
  );
}
