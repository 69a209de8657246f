import { useState } from 'react';
import type { RefObject } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CallSettings } from './call-settings.tsx';
import { DeviceList } from './device-list.tsx';
import { InformationForm } from './information-form.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { SecuritySettings } from './security-settings.tsx';

interface AccountDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onShowShortcuts: () => void;
  onTestCall: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

export function AccountDialog({ isOpen, onClose, onShowShortcuts, onTestCall, returnFocusTo }: AccountDialogProps) {
  const [showsCodes, setShowsCodes] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <Dialog
      title="Account Settings"
      description="Your picture, name, theme, notifications, calls, privacy, devices, password and two-step login"
      isOpen={isOpen}
      onClose={() => (showsCodes ? setAsking(true) : onClose())}
      returnFocusTo={returnFocusTo}
    >
      <Tabs
        label="Account settings"
        tabs={[
          { name: 'Information', content: <InformationForm onDone={onClose} onShowShortcuts={onShowShortcuts} /> },
          { name: 'Notifications', content: <NotificationSettings /> },
          { name: 'Calls', content: <CallSettings onTestCall={onTestCall} /> },
          { name: 'Privacy', content: <PrivacySettings /> },
          { name: 'Devices', content: <DeviceList /> },
          { name: 'Security', content: <SecuritySettings onDone={onClose} onCodesShown={setShowsCodes} /> },
        ]}
      />
      <ConfirmDialog
        question="Close without your recovery codes?"
        details="They are not shown again. Without them, a lost phone means a lost account."
        confirmLabel="Close"
        isOpen={isAsking}
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
        onCancel={() => setAsking(false)}
      />
    </Dialog>
  );
}
