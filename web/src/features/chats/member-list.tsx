import type { ChatDetail, GroupMember, GroupRole } from '@chat-app/contract';
import { Crown, EllipsisVertical, ShieldCheck, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useRemoveMember } from '../../api/chats.ts';
import { useSetRole } from '../../api/groups.ts';
import { useMe } from '../../api/me.ts';
import { bottomLeftOf } from '../../browser/screen.ts';
import { roleOf } from '../../format/group-roles.ts';
import { useOnlineIds } from '../../state/online-users.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PersonRow } from '../../ui/person-row.tsx';
import { MemberMenu } from './member-menu.tsx';
import type { MemberMenuRequest } from './member-menu.tsx';
import { VirtualMembers } from './virtual-members.tsx';

type Question = { ask: 'remove' | 'hand-over'; member: GroupMember };

/** Every member sees the buttons. The server decides who may remove members and returns the reason if not. */
export function MemberList({ chat }: { chat: ChatDetail }) {
  const me = useMe();
  const onlineIds = useOnlineIds();
  const remove = useRemoveMember(chat._id);
  const setRole = useSetRole(chat._id);
  const [menu, setMenu] = useState<MemberMenuRequest | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const name = question?.member.name ?? '';
  return (
    <>
      <VirtualMembers chat={chat} members={chat.members} label="Group chat members">
        {(member) => (
          <PersonRow
            key={member._id}
            name={member.name}
            avatar={member.avatar}
            isOnline={onlineIds.has(member._id)}
            subtitle={<MemberNote isMe={member._id === me.id} role={roleOf(chat, member)} />}
          >
            {member._id !== me.id && (
              <>
                <IconButton
                  label={`Remove ${member.name}`}
                  icon={<UserMinus aria-hidden="true" />}
                  disabled={remove.isPending && remove.variables === member._id}
                  onClick={() => setQuestion({ ask: 'remove', member })}
                  tone="danger"
                />
                <IconButton
                  label={`More about ${member.name}`}
                  icon={<EllipsisVertical aria-hidden="true" />}
                  aria-haspopup="menu"
                  onClick={({ currentTarget: opener }) => setMenu({ member, position: bottomLeftOf(opener), opener })}
                />
              </>
            )}
          </PersonRow>
        )}
      </VirtualMembers>
      <MemberMenu
        request={menu}
        onClose={() => setMenu(null)}
        roleOf={(member) => roleOf(chat, member)}
        canSetRoles={chat.ownerId === me.id}
        onSetRole={({ _id }, role) => setRole.mutate({ memberId: _id, role })}
        onHandOver={(member) => setQuestion({ ask: 'hand-over', member })}
      />
      <ConfirmDialog
        question="Remove this member?"
        details={`${name} will no longer see this chat. They can be added again.`}
        confirmLabel="Remove"
        isOpen={question?.ask === 'remove'}
        onConfirm={() => {
          if (question) remove.mutate(question.member._id);
          setQuestion(null);
        }}
        onCancel={() => setQuestion(null)}
      />
      <ConfirmDialog
        question="Hand over this group?"
        details={`${name} becomes the owner, and you become an admin. Only ${name} can give it back.`}
        confirmLabel="Hand over"
        isOpen={question?.ask === 'hand-over'}
        onConfirm={() => {
          if (question) setRole.mutate({ memberId: question.member._id, role: 'owner' });
          setQuestion(null);
        }}
        onCancel={() => setQuestion(null)}
      />
    </>
  );
}

const badges = {
  owner: { label: 'Owner', Icon: Crown, tone: 'text-warning' },
  admin: { label: 'Admin', Icon: ShieldCheck, tone: 'text-accent' },
} as const;

function MemberNote({ isMe, role }: { isMe: boolean; role: GroupRole }) {
  const badge = role === 'member' ? null : badges[role];
  if (!isMe && !badge) return null;
  return (
    <span className="inline-flex items-center gap-1">
      {badge && <badge.Icon aria-hidden="true" className={`size-3.5 ${badge.tone}`} />}
      {[badge?.label, isMe && 'You'].filter(Boolean).join(' · ')}
    </span>
  );
}
