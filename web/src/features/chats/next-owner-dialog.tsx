import type { ChatDetail, UserId } from '@chat-app/contract';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { RefObject } from 'react';
import { useSetRole } from '../../api/groups.ts';
import { useMe } from '../../api/me.ts';
import { useOnlineIds } from '../../state/online-users.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PersonRow } from '../../ui/person-row.tsx';
import { VirtualMembers } from './virtual-members.tsx';

interface NextOwnerDialogProps {
  chat: ChatDetail;
  isOpen: boolean;
  onClose: () => void;
  /** The group has been handed over. */
  onLeave: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** Asks an owner without admins who follows. At first, it is who would follow anyway: the longest-standing member. */
export function NextOwnerDialog({ chat, isOpen, onClose, onLeave, returnFocusTo }: NextOwnerDialogProps) {
  return (
    <Dialog
      title="Who follows you?"
      description="You are the only admin of this group. Choose who becomes its owner before you leave."
      isOpen={isOpen}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <Candidates chat={chat} onLeave={onLeave} />
    </Dialog>
  );
}

function Candidates({ chat, onLeave }: Pick<NextOwnerDialogProps, 'chat' | 'onLeave'>) {
  const me = useMe();
  const onlineIds = useOnlineIds();
  const others = chat.members.filter(({ _id }) => _id !== me.id);
  const [pickedId, setPickedId] = useState<UserId | null>(null);
  // Nobody takes the place of a picked member who has left.
  const next = pickedId === null ? others[0] : others.find(({ _id }) => _id === pickedId);
  const setRole = useSetRole(chat._id);
  const handOver = () => {
    if (next) setRole.mutate({ memberId: next._id, role: 'owner' }, { onSuccess: onLeave });
  };
  return (
    <>
      <p className="px-5 pt-1 pb-2 text-13 text-muted roomy:px-6">
        You are the only admin of this group. Choose who becomes its owner before you leave.
      </p>
      <div className="pr-5 pl-2 roomy:pr-6 roomy:pl-3">
        <VirtualMembers chat={chat} members={others} label="Members">
          {(member) => (
            <button
              key={member._id}
              type="button"
              aria-pressed={member === next}
              onClick={() => setPickedId(member._id)}
              className={classNames(
                'w-full rounded-control px-2 text-left transition-colors focus-visible:-outline-offset-2',
                member === next ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
            >
              <PersonRow name={member.name} avatar={member.avatar} isOnline={onlineIds.has(member._id)}>
                {member === next && <CircleCheck aria-hidden="true" className="size-5 text-accent" />}
              </PersonRow>
            </button>
          )}
        </VirtualMembers>
      </div>
      <div className="border-t border-line px-5 py-3 roomy:px-6">
        <Button variant="danger" isFullWidth disabled={!next} isBusy={setRole.isPending} onClick={handOver}>
          Hand over and leave
        </Button>
      </div>
    </>
  );
}
