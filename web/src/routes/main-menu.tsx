import { Menu as MenuIcon, MessageSquarePlus, Settings, ShieldCheck, Users } from 'lucide-react';
import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import { useHasFriendRequests } from '../api/friendships.ts';
import { useMe } from '../api/me.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { NotificationDot } from '../ui/notification-dot.tsx';
import type { MainDialog } from './main-dialog.ts';
import { preloadDialogs } from './main-dialogs.tsx';

interface MainMenuProps {
  buttonRef: RefObject<HTMLButtonElement | null>;
  onChoose: (dialog: MainDialog) => void;
}

export function MainMenu({ buttonRef, onChoose }: MainMenuProps) {
  const hasRequests = useHasFriendRequests();
  const { isAdmin } = useMe();
  const navigate = useNavigate();
  return (
    <span className="relative inline-flex">
      <Menu
        trigger={
          <IconButton
            ref={buttonRef}
            label={hasRequests ? 'Menu, new friend requests' : 'Menu'}
            icon={<MenuIcon aria-hidden="true" />}
          />
        }
        // Load the code of the dialogs before an item is chosen.
        onOpenChange={preloadDialogs}
      >
        <MenuItem icon={<MessageSquarePlus aria-hidden="true" />} onSelect={() => onChoose('create')}>
          New Chat
        </MenuItem>
        <MenuItem
          icon={<Users aria-hidden="true" />}
          onSelect={() => onChoose('friends')}
          badge={hasRequests && <NotificationDot label="New requests" />}
        >
          Friends
        </MenuItem>
        <MenuItem icon={<Settings aria-hidden="true" />} onSelect={() => onChoose('account')}>
          Account Settings
        </MenuItem>
        {isAdmin && (
          <MenuItem icon={<ShieldCheck aria-hidden="true" />} onSelect={() => void navigate('/admin')}>
            Administration
          </MenuItem>
        )}
      </Menu>
      {hasRequests && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-2.5 right-2.5 size-2.5 rounded-full bg-danger ring-2 ring-surface roomy:top-[5px] roomy:right-[5px]"
        />
      )}
    </span>
  );
}
