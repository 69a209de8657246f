import { useState } from 'react';
import type { FormEvent } from 'react';
import { useDeletePerson } from '../../api/administration.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { actTexts } from './person-acts.tsx';
import type { PersonRequest } from './person-acts.tsx';

interface DeletePersonDialogProps {
  /** Null while the dialog is closed. */
  request: PersonRequest | null;
  onDone: () => void;
}

/** Cannot be undone, so the address has to be typed. */
export function DeletePersonDialog({ request, onDone }: DeletePersonDialogProps) {
  const shown = useLastShown(request);
  return (
    <Dialog
      title={actTexts.delete.question(shown?.person.name ?? '').question}
      description="Deletes the account for good, after its address was typed"
      isOpen={request !== null}
      onClose={onDone}
      returnFocusTo={{ current: shown?.opener ?? null }}
    >
      {shown && <DeleteForm key={shown.person._id} request={shown} onDone={onDone} />}
    </Dialog>
  );
}

function DeleteForm({ request: { person }, onDone }: { request: PersonRequest; onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const deletion = useDeletePerson();
  const isConfirmed = typed.trim().toLowerCase() === person.email.toLowerCase();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isConfirmed) deletion.mutate(person._id, { onSettled: onDone });
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 px-5 pt-1 pb-5 roomy:px-6 roomy:pb-6">
      <p className="text-muted">{actTexts.delete.question(person.name).details}</p>
      <TextField
        label={`Type ${person.email} to confirm`}
        data-first-focus
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="flex flex-col-reverse gap-2 roomy:flex-row roomy:justify-end">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" disabled={!isConfirmed} isBusy={deletion.isPending}>
          Delete for good
        </Button>
      </div>
    </form>
  );
}
