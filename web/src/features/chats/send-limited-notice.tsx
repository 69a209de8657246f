import { groupTexts } from '@chat-app/contract';
import { Megaphone } from 'lucide-react';

/** In place of the field for messages, for the members of a group in which only admins send. */
export function SendLimitedNotice() {
  return (
    <div className="mx-auto w-full max-w-(--column) px-2 pb-[max(8px,env(safe-area-inset-bottom))] roomy:px-6 roomy:pb-5">
      <p className="flex min-h-12 items-center gap-3 rounded-bubble border border-line bg-surface px-4 py-2 text-muted">
        <Megaphone aria-hidden="true" className="size-4.5 shrink-0" />
        {groupTexts.adminsSend}
      </p>
    </div>
  );
}
