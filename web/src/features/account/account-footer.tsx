import { maskEmail } from '@chat-app/contract';
import { Eye, EyeOff, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useLogout } from '../../api/logout.ts';
import { useMe } from '../../api/me.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

/** The signed-in user, at the bottom of the sidebar. */
export function AccountFooter({ onOpenAccount }: { onOpenAccount: () => void }) {
  const { name, email, avatar } = useMe();
  const navigate = useNavigate();
  const logout = useLogout({ onLoggedOut: () => void navigate('/', { replace: true }) });
  const [isEmailShown, setEmailShown] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={onOpenAccount}
        className="-my-1 -ml-2 flex min-w-0 flex-1 items-center gap-3 rounded-control py-1 pr-1 pl-2 text-left transition-colors hover:bg-hover"
      >
        <Avatar src={avatar} name={name} className="size-10 text-15" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold" title={name}>
            <bdi>{name}</bdi>
          </span>
          <span className="block truncate text-13 text-muted" title={isEmailShown ? email : undefined}>
            {isEmailShown ? email : maskEmail(email)}
          </span>
          <span className="sr-only">Account settings</span>
        </span>
      </button>
      <div className="flex">
        <IconButton
          label={isEmailShown ? 'Hide email' : 'Show email'}
          icon={isEmailShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          onClick={() => setEmailShown(!isEmailShown)}
        />
        <IconButton
          label="Logout"
          icon={<LogOut aria-hidden="true" />}
          disabled={logout.isPending}
          onClick={() => logout.mutate()}
        />
      </div>
    </>
  );
}
