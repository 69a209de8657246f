import type { RefObject } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DeviceList } from './device-list.tsx';
import { InformationForm } from './information-form.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { SecurityForm } from './security-form.tsx';

interface AccountDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onShowShortcuts: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

export function AccountDialog({ isOpen, onClose, onShowShortcuts, returnFocusTo }: AccountDialogProps) {
  return (
    <Dialog
      title="Account Settings"
      description="Your picture, name, theme, notifications, privacy, devices and password"
      isOpen={isOpen}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <Tabs
        label="Account settings"
        tabs={[
          { name: 'Information', content: <InformationForm onDone={onClose} onShowShortcuts={onShowShortcuts} /> },
          { name: 'Notifications', content: <NotificationSettings /> },
          { name: 'Privacy', content: <PrivacySettings /> },
          { name: 'Devices', content: <DeviceList /> },
          { name: 'Security', content: <SecurityForm onDone={onClose} /> },
        ]}
      />
    </Dialog>
  );
}
