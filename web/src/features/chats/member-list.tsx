import type { ChatDetail, ChatMember } from '@chat-app/contract';
import { Crown, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useRemoveMember } from '../../api/chats.ts';
import { useMe } from '../../api/me.ts';
import { onlineFirst } from '../../format/people.ts';
import { useLastOnlineIds, useOnlineIds } from '../../state/online-users.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PersonRow } from '../../ui/person-row.tsx';

/** Every member sees the buttons. The server decides who may remove members and returns the reason if not. */
export function MemberList({ chat }: { chat: ChatDetail }) {
  const me = useMe();
  const onlineIds = useOnlineIds();
  const lastOnlineIds = useLastOnlineIds();
  const remove = useRemoveMember(chat._id);
  const [removing, setRemoving] = useState<ChatMember | null>(null);
  return (
    <>
      <ul aria-label="Group chat members" tabIndex={-1} className="pb-2 pl-3 outline-none">
        {onlineFirst(chat.members, lastOnlineIds).map((member) => (
          <li key={member._id} className="[contain-intrinsic-size:auto_60px] [content-visibility:auto]">
            <PersonRow
              name={member.name}
              avatar={member.avatar}
              isOnline={onlineIds.has(member._id)}
              subtitle={<MemberNote isMe={member._id === me.id} isOwner={member._id === chat.ownerId} />}
            >
              {member._id !== me.id && (
                <IconButton
                  label={`Remove ${member.name}`}
                  icon={<UserMinus aria-hidden="true" />}
                  disabled={remove.isPending && remove.variables === member._id}
                  onClick={() => setRemoving(member)}
                  tone="danger"
                />
              )}
            </PersonRow>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        question="Remove this member?"
        details={`${removing?.name ?? ''} will no longer see this chat. They can be added again.`}
        confirmLabel="Remove"
        isOpen={removing !== null}
        onConfirm={() => {
          if (removing) remove.mutate(removing._id);
          setRemoving(null);
        }}
        onCancel={() => setRemoving(null)}
      />
    </>
  );
}

function MemberNote({ isMe, isOwner }: { isMe: boolean; isOwner: boolean }) {
  if (!isMe && !isOwner) return null;
  return (
    <span className="inline-flex items-center gap-1">
      {isOwner && <Crown aria-hidden="true" className="size-3.5 text-warning" />}
      {[isOwner && 'Owner', isMe && 'You'].filter(Boolean).join(' · ')}
    </span>
  );
}
