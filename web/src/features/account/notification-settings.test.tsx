import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openAccount } from '../../../test/screens.ts';
import { readNotificationSettings, useNotificationSettings } from '../../state/notification-settings.ts';

async function openSwitches() {
  const opened = await openAccount(
    {
      'GET /api/push/key': { body: { publicKey: 'our-key' } },
      'POST /api/push/subscribe': { body: {} },
      'POST /api/push/unsubscribe': { body: {} },
    },
    'Notifications',
  );
  return { ...opened, push: await screen.findByRole('switch', { name: 'Push on this device' }) };
}

/** A browser that supports push and grants permission. */
function standInForPush() {
  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.example.org/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: vi.fn<() => Promise<boolean>>(async () => true),
  };
  const pushManager = { subscribe: async () => subscription, getSubscription: async () => subscription };
  const registration = { pushManager, getNotifications: async () => [] };
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration, addEventListener: () => {}, removeEventListener: () => {} },
  });
  return subscription;
}
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

test('[NTF-6] push is turned on for this device, updated when previews are off, and turned off again', async () => {
  const subscription = standInForPush();
  const { server, person, push } = await openSwitches();
  await person.click(push);
  await waitFor(() => expect(useNotificationSettings.getState().hasPush).toBe(true));
  const given = { endpoint: 'https://push.example.org/1', keys: { p256dh: 'p', auth: 'a' } };
  expect(server.bodyOf('POST /api/push/subscribe')).toEqual({ ...given, hasPreview: true });

  await person.click(screen.getByRole('switch', { name: 'Message previews' }));
  await waitFor(() => expect(server.bodyOf('POST /api/push/subscribe')).toEqual({ ...given, hasPreview: false }));
  expect(readNotificationSettings().hasPreview).toBe(false);

  subscription.unsubscribe.mockClear();
  await person.click(push);
  await waitFor(() => expect(server.asked).toContain('POST /api/push/unsubscribe'));
  expect(push.getAttribute('aria-checked')).toBe('false');
  expect(subscription.unsubscribe).toHaveBeenCalledTimes(1);
});

test('[NTF-4] [NTF-6] the sound is turned off; a browser without push shows an alert', async () => {
  const alert = vi.fn<(text: string) => void>();
  vi.stubGlobal('alert', alert);
  const { person, push } = await openSwitches();
  const sound = screen.getByRole('switch', { name: 'Sound' });
  expect(sound.getAttribute('aria-checked')).toBe('true');
  await person.click(sound);
  expect(sound.getAttribute('aria-checked')).toBe('false');
  expect(readNotificationSettings().hasSound).toBe(false);
  await person.click(push);
  await waitFor(() => expect(alert).toHaveBeenCalledWith('This browser does not support push notifications.'));
  expect(push.getAttribute('aria-checked')).toBe('false');
});

test('[PSH-4] push turned on by another user of this browser ends when a new user signs in', async () => {
  localStorage.setItem('chat-app.push', 'somebody-else');
  const subscription = standInForPush();
  await openSwitches();
  await waitFor(() => expect(subscription.unsubscribe).toHaveBeenCalledTimes(1));
  expect(useNotificationSettings.getState().hasPush).toBe(false);
});
