import { Ban, EllipsisVertical, Flag } from 'lucide-react';
import { askToBlock, askToReport } from '../../state/safety.ts';
import type { Person } from '../../state/safety.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';

/** What is rarely done with a person in a list. */
export function PersonMenu({ person }: { person: Person }) {
  return (
    <Menu trigger={<IconButton label={`More about ${person.name}`} icon={<EllipsisVertical aria-hidden="true" />} />}>
      <MenuItem icon={<Ban aria-hidden="true" />} isDestructive onSelect={() => askToBlock(person)}>
        Block
      </MenuItem>
      <MenuItem icon={<Flag aria-hidden="true" />} isDestructive onSelect={() => askToReport(person)}>
        Report
      </MenuItem>
    </Menu>
  );
}
