import type { GroupMember, GroupRole } from '@chat-app/contract';
import { Ban, CircleCheck, Crown, Flag, ShieldCheck, ShieldX } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useUnblock } from '../../api/blocks.ts';
import { useIsBlocked } from '../../state/blocked-users.ts';
import { askToBlock, askToReport } from '../../state/safety.ts';
import { ContextMenu } from '../../ui/context-menu.tsx';
import { MenuItem } from '../../ui/menu.tsx';

export interface MemberMenuRequest {
  member: GroupMember;
  position: { x: number; y: number };
  opener: HTMLElement;
}

interface MemberMenuProps {
  /** Null while the menu is closed. */
  request: MemberMenuRequest | null;
  onClose: () => void;
  roleOf: (member: GroupMember) => GroupRole;
  canSetRoles: boolean;
  onSetRole: (member: GroupMember, role: 'admin' | 'member') => void;
  onHandOver: (member: GroupMember) => void;
}

/** What can be done about another member of a group. One for the whole list: rows would be drawn over a menu in a row. */
export function MemberMenu({ request, onClose, ...props }: MemberMenuProps) {
  // Outside of the panel, whose animation would make its position relative to the panel instead of the window.
  return createPortal(
    <ContextMenu
      label={`More about ${request?.member.name ?? ''}`}
      position={request?.position ?? null}
      onClose={onClose}
      returnFocusTo={request?.opener ?? null}
    >
      {request && <Items member={request.member} {...props} />}
    </ContextMenu>,
    document.body,
  );
}

type ItemsProps = Omit<MemberMenuProps, 'request' | 'onClose'> & { member: GroupMember };

function Items({ member, roleOf, canSetRoles, onSetRole, onHandOver }: ItemsProps) {
  const role = roleOf(member);
  return (
    <>
      {canSetRoles && role === 'member' && (
        <MenuItem icon={<ShieldCheck aria-hidden="true" />} onSelect={() => onSetRole(member, 'admin')}>
          Make admin
        </MenuItem>
      )}
      {canSetRoles && role === 'admin' && (
        <MenuItem icon={<ShieldX aria-hidden="true" />} onSelect={() => onSetRole(member, 'member')}>
          Remove as admin
        </MenuItem>
      )}
      {canSetRoles && (
        <MenuItem icon={<Crown aria-hidden="true" />} onSelect={() => onHandOver(member)}>
          Hand over group
        </MenuItem>
      )}
      <SafetyItems member={member} />
    </>
  );
}

function SafetyItems({ member }: { member: GroupMember }) {
  const isBlocked = useIsBlocked(member._id);
  const { mutate: unblock } = useUnblock();
  return (
    <>
      {isBlocked ? (
        <MenuItem icon={<CircleCheck aria-hidden="true" />} onSelect={() => unblock(member._id)}>
          Unblock
        </MenuItem>
      ) : (
        <MenuItem icon={<Ban aria-hidden="true" />} isDestructive onSelect={() => askToBlock(member)}>
          Block
        </MenuItem>
      )}
      <MenuItem icon={<Flag aria-hidden="true" />} isDestructive onSelect={() => askToReport(member)}>
        Report
      </MenuItem>
    </>
  );
}
