import type { UserId } from '@chat-app/contract';
import { Ban } from 'lucide-react';
import { useUnblock } from '../../api/blocks.ts';
import { Button } from '../../ui/button.tsx';

/** In place of the field for messages, in the chat with somebody whom the user has blocked. */
export function BlockedNotice({ userId, name }: { userId: UserId; name: string }) {
  const unblock = useUnblock();
  return (
    <div className="mx-auto w-full max-w-(--column) px-2 pb-[max(8px,env(safe-area-inset-bottom))] roomy:px-6 roomy:pb-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-bubble border border-line bg-surface py-1.5 pr-2 pl-4">
        <Ban aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
        <p className="min-w-0 flex-1 text-muted wrap-anywhere">
          You have blocked <bdi>{name}</bdi>
        </p>
        <Button variant="soft" size="small" isBusy={unblock.isPending} onClick={() => unblock.mutate(userId)}>
          Unblock
        </Button>
      </div>
    </div>
  );
}
