import type { AdminPerson } from '@chat-app/contract';
import { CircleUser, EllipsisVertical } from 'lucide-react';
import { useRef } from 'react';
import { useMe } from '../../api/me.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { actTexts, listActs } from './person-acts.tsx';
import type { AskedAct } from './person-acts.tsx';

interface PersonMenuProps {
  person: AdminPerson;
  /** `opener` receives the focus afterwards: the item of the menu is gone by then. */
  onOpen: (opener: HTMLElement | null) => void;
  onAsk: (act: AskedAct, opener: HTMLElement | null) => void;
}

export function PersonMenu({ person, onOpen, onAsk }: PersonMenuProps) {
  const { id: myId } = useMe();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span className="inline-flex text-left">
      <Menu
        trigger={
          <IconButton ref={button} label={`More about ${person.name}`} icon={<EllipsisVertical aria-hidden="true" />} />
        }
      >
        <MenuItem icon={<CircleUser aria-hidden="true" />} onSelect={() => onOpen(button.current)}>
          Details
        </MenuItem>
        {listActs(person, myId).map((act) => (
          <MenuItem
            key={act}
            icon={actTexts[act].icon}
            isDestructive={actTexts[act].isDestructive ?? false}
            onSelect={() => onAsk(act, button.current)}
          >
            {actTexts[act].label}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}
