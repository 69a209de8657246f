import { Lock } from 'lucide-react';

/** What administrators cannot do, also for somebody who looks over their shoulder. */
export function PrivacyNote() {
  return (
    <p className="flex gap-2 text-13 text-muted">
      <Lock aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      Administrators cannot open anybody’s chats.
    </p>
  );
}
