import { Ban, CircleCheck, EllipsisVertical, Flag } from 'lucide-react';
import { useUnblock } from '../../api/blocks.ts';
import { useIsBlocked } from '../../state/blocked-users.ts';
import { askToBlock, askToReport } from '../../state/safety.ts';
import type { Person } from '../../state/safety.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';

/** What concerns the other user of a direct chat. */
export function ChatMenu({ person }: { person: Person }) {
  const isBlocked = useIsBlocked(person._id);
  const { mutate: unblock } = useUnblock();
  return (
    <Menu trigger={<IconButton label="More" icon={<EllipsisVertical aria-hidden="true" />} />}>
      {isBlocked ? (
        <MenuItem icon={<CircleCheck aria-hidden="true" />} onSelect={() => unblock(person._id)}>
          Unblock
        </MenuItem>
      ) : (
        <MenuItem icon={<Ban aria-hidden="true" />} isDestructive onSelect={() => askToBlock(person)}>
          Block
        </MenuItem>
      )}
      <MenuItem icon={<Flag aria-hidden="true" />} isDestructive onSelect={() => askToReport(person)}>
        Report
      </MenuItem>
    </Menu>
  );
}
