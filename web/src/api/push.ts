import { getPushKey, noticeTexts, subscribeToPush, unsubscribeFromPush } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { askForNotices, noticePermission } from '../lib/desktop-notice.ts';
import { canPush, subscribeDevice, unsubscribeDevice } from '../lib/push-device.ts';
import { isPushWanted, setPreview, setPush, useNotices } from '../state/notices.ts';
import { showToast } from '../state/toasts.ts';

/** Turns push on this device on or off. Turning it on asks the browser, which asks the person. */
export function useSetPush(userId: UserId) {
  return useMutation({
    mutationFn: (isWanted: boolean) => (isWanted ? turnOn(userId) : turnOff()),
    meta: { toast: { failure: noticeTexts.pushFailed } },
  });
}

/** Notices of this page follow at once, pushes when the server knows. */
export function useSetPreview() {
  return useMutation({
    mutationFn: async (hasPreview: boolean) => {
      setPreview(hasPreview);
      if (useNotices.getState().hasPush) await subscribe();
    },
    meta: { toast: { failure: noticeTexts.pushFailed } },
  });
}

/** On arrival: a subscription may have been renewed or lost since, or be somebody else's. */
export async function tendPush(userId: UserId): Promise<void> {
  if (!canPush()) return;
  const isOn = isPushWanted(userId) && noticePermission() === 'granted';
  useNotices.setState({ hasPush: isOn });
  // Without a network nothing is lost: the server still knows the device.
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
