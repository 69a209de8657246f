import { Menu as MenuIcon, Settings } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useProductTitle } from '../api/server-config.ts';
import { AccountFooter } from '../features/account/account-footer.tsx';
import { ChatListEmpty } from '../features/chats/chat-list-empty.tsx';
import { NoChatSelected } from '../features/chats/no-chat-selected.tsx';
import { Sidebar } from '../features/chats/sidebar.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';

const loadAccountDialog = () => import('../features/account/account-dialog.tsx');
const AccountDialog = lazy(async () => ({ default: (await loadAccountDialog()).AccountDialog }));

type AccountDialogState = 'never-opened' | 'open' | 'closed';

export function MainScreen() {
  const title = useProductTitle();
  useDocumentTitle(title);
  const [accountDialog, setAccountDialog] = useState<AccountDialogState>('never-opened');
  const menuButton = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex h-dvh overflow-hidden">
      <Sidebar
        menu={
          <Menu
            trigger={<IconButton ref={menuButton} label="Menu" icon={<MenuIcon aria-hidden="true" />} />}
            // By the time an entry is chosen, the dialog's code is there.
            onOpenChange={() => void loadAccountDialog()}
          >
            <MenuItem icon={<Settings aria-hidden="true" />} onSelect={() => setAccountDialog('open')}>
              Account Settings
            </MenuItem>
          </Menu>
        }
        footer={<AccountFooter />}
      >
        <ChatListEmpty />
      </Sidebar>
      <main className="min-w-0 flex-1">
        <h1 className="sr-only">{title}</h1>
        <NoChatSelected />
      </main>
      {accountDialog !== 'never-opened' && (
        <Suspense>
          <AccountDialog
            isOpen={accountDialog === 'open'}
            onClose={() => setAccountDialog('closed')}
            returnFocusTo={menuButton}
          />
        </Suspense>
      )}
    </div>
  );
}
