import type { AdminPerson } from '@chat-app/contract';
import type { ReactNode } from 'react';
import { useMe } from '../../api/me.ts';
import { longDate } from '../../format/day-label.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { rowClasses } from '../../ui/disclosure.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { byteText } from './byte-text.ts';
import { actTexts, listActs } from './person-acts.tsx';
import type { PersonRequest } from './person-acts.tsx';
import { PersonState } from './person-state.tsx';

interface PersonDialogProps {
  /** Null while the dialog is closed. */
  person: AdminPerson | null;
  opener: HTMLElement | null;
  onClose: () => void;
  onAsk: (request: PersonRequest) => void;
}

/** Everything that administrators know about an account. */
export function PersonDialog({ person, opener, onClose, onAsk }: PersonDialogProps) {
  const { id: myId } = useMe();
  const shown = useLastShown(person);
  const shownOpener = useLastShown(opener);
  return (
    <Dialog
      title="Account"
      description="What this server knows about the account, and what you can do"
      isOpen={person !== null}
      onClose={onClose}
      returnFocusTo={{ current: shownOpener }}
    >
      {shown && (
        <div className="flex min-h-0 flex-col overflow-y-auto pb-3">
          <div className="flex flex-col items-center gap-2 px-5 pt-1 pb-4 text-center roomy:px-6">
            <Avatar src={shown.avatar} name={shown.name} className="size-18 text-20" />
            <div className="w-full min-w-0">
              <p className="text-17 font-semibold wrap-anywhere">
                <bdi>{shown.name}</bdi>
              </p>
              <p className="text-muted wrap-anywhere">{shown.email}</p>
            </div>
            <PersonState person={shown} />
            {shown.isAdminFixed && (
              <p className="text-13 text-muted">Set by ADMIN_EMAILS on the server, and only changed there.</p>
            )}
          </div>
          <dl className="mx-5 flex flex-col divide-y divide-line border-y border-line roomy:mx-6">
            <Fact name="Signed up">{longDate(shown.createdAt)}</Fact>
            <Fact name="Last active">{shown.lastUsedAt === null ? 'Not signed in' : longDate(shown.lastUsedAt)}</Fact>
            <Fact name="Uploads">{byteText(shown.storageBytes)}</Fact>
            <Fact name="Reports about this person">{shown.reportCount.toLocaleString('en')}</Fact>
          </dl>
          <div className="px-2 pt-2 roomy:px-3">
            {listActs(shown, myId).map((act) => (
              <button
                key={act}
                type="button"
                onClick={({ currentTarget }) => onAsk({ person: shown, act, opener: currentTarget })}
                className={classNames(rowClasses, actTexts[act].isDestructive ? 'text-danger' : '[&_svg]:text-muted')}
              >
                {actTexts[act].icon}
                {actTexts[act].label}
              </button>
            ))}
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-medium tabular-nums">{children}</dd>
    </div>
  );
}
