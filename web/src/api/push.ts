import { getPushKey, noticeTexts, subscribeToPush, unsubscribeFromPush } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { askForNotices, noticePermission } from '../browser/desktop-notification.ts';
import { canPush, subscribeDevice, unsubscribeDevice } from '../browser/push-device.ts';
import { isPushWanted, setPreview, setPush, useNotices } from '../state/notices.ts';
import { showToast } from '../state/toasts.ts';

/** Turns push on this device on or off. Turning it on requests the permission from the browser. */
export function useSetPush(userId: UserId) {
  return useMutation({
    mutationFn: (isWanted: boolean) => (isWanted ? turnOn(userId) : turnOff()),
    meta: { toast: { failure: noticeTexts.pushFailed } },
  });
}

/** Applies to notifications of this page at once, and to pushes after the server has saved it. */
export function useSetPreview() {
  return useMutation({
    mutationFn: async (hasPreview: boolean) => {
      setPreview(hasPreview);
      if (useNotices.getState().hasPush) await subscribe();
    },
    meta: { toast: { failure: noticeTexts.pushFailed } },
  });
}

/** On sign-in, reconciles the subscription: it may have been renewed or lost, or belong to another user. */
export async function tendPush(userId: UserId): Promise<void> {
  if (!canPush()) return;
  const isOn = isPushWanted(userId) && noticePermission() === 'granted';
  useNotices.setState({ hasPush: isOn });
  // A failed request is harmless: the server still has the device's subscription.
  await (isOn ? subscribe() : unsubscribeDevice()).catch(() => undefined);
}

async function turnOn(userId: UserId): Promise<void> {
  if (!canPush()) {
    window.alert(noticeTexts.pushUnsupported);
  } else if ((await askForNotices()) === 'granted') {
    await subscribe();
    setPush(userId);
  } else {
    showToast(noticeTexts.blocked);
  }
}

async function turnOff(): Promise<void> {
  setPush(null);
  await unsubscribeDevice();
  await callEndpoint(unsubscribeFromPush, {});
}

async function subscribe(): Promise<void> {
  const { publicKey } = await callEndpoint(getPushKey, {});
  const { hasPreview } = useNotices.getState();
  await callEndpoint(subscribeToPush, { ...(await subscribeDevice(publicKey)), hasPreview });
}
