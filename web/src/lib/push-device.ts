import { findServiceWorker } from './service-worker.ts';

/** What a server needs to push to this browser. */
export interface DeviceSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Some browsers have no push, or only for installed apps. */
export const canPush = () => 'PushManager' in window && 'serviceWorker' in navigator;

/** Makes this browser's subscription, or finds the one it has. Fails where the browser's push service cannot be had. */
export async function subscribeDevice(publicKey: string): Promise<DeviceSubscription> {
  const manager = (await findServiceWorker())?.pushManager;
  if (!manager) throw new Error('There is no service worker');
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await manager.subscribe(options).catch(async () => {
    // One that was made for another key is in the way.
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
}

/** Its push service refuses from now on whatever is sent here. */
export async function unsubscribeDevice(): Promise<void> {
  const worker = await findServiceWorker();
  // The property is missing where there is no push.
  const manager: PushManager | undefined = worker?.pushManager;
  await (await manager?.getSubscription())?.unsubscribe();
}
