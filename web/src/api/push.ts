import { getPushKey, notificationTexts, subscribeToPush, unsubscribeFromPush } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { requestNotificationPermission, notificationPermission } from '../browser/desktop-notification.ts';
import { canPush, subscribeDevice, unsubscribeDevice } from '../browser/push-device.ts';
import { isPushWanted, setPreview, setPush, useNotificationSettings } from '../state/notification-settings.ts';
import { showToast } from '../state/toasts.ts';

/** Turns push on this device on or off. Turning it on requests the permission from the browser. */
export function useSetPush(userId: UserId) {
  return useMutation({
    mutationFn: (isWanted: boolean) => (isWanted ? turnOn(userId) : turnOff()),
    meta: { toast: { failure: notificationTexts.pushFailed } },
  });
}

/** Applies to notifications of this page at once, and to pushes after the server has saved it. */
export function useSetPreview() {
  return useMutation({
    mutationFn: async (hasPreview: boolean) => {
      setPreview(hasPreview);
      if (useNotificationSettings.getState().hasPush) await subscribe();
    },
    meta: { toast: { failure: notificationTexts.pushFailed } },
  });
}

/** On sign-in, reconciles the subscription: it may have been renewed or lost, or belong to another user. */
export async function reconcilePush(userId: UserId): Promise<void> {
  if (!canPush()) return;
  const isOn = isPushWanted(userId) && notificationPermission() === 'granted';
  useNotificationSettings.setState({ hasPush: isOn });
  // A failed request is harmless: the server still has the device's subscription.
  await (isOn ? subscribe() : unsubscribeDevice()).catch(() => undefined);
}

async function turnOn(userId: UserId): Promise<void> {
  if (!canPush()) {
    window.alert(notificationTexts.pushUnsupported);
  } else if ((await requestNotificationPermission()) === 'granted') {
    await subscribe();
    setPush(userId);
  } else {
    showToast(notificationTexts.blocked);
  }
}

async function turnOff(): Promise<void> {
  setPush(null);
  await unsubscribeDevice();
  await callEndpoint(unsubscribeFromPush, {});
}

async function subscribe(): Promise<void> {
  const { publicKey } = await callEndpoint(getPushKey, {});
  const { hasPreview } = useNotificationSettings.getState();
  await callEndpoint(subscribeToPush, { ...(await subscribeDevice(publicKey)), hasPreview });
}
