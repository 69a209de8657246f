import { findServiceWorker } from './service-worker.ts';

/** The data that a server needs to push to this browser. */
export interface DeviceSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Some browsers do not support push, or only for installed apps. */
export const canPush = () => 'PushManager' in window && 'serviceWorker' in navigator;

/** Creates the subscription of this browser or returns the existing one. Fails if the push service is unavailable. */
export async function subscribeDevice(publicKey: string): Promise<DeviceSubscription> {
  const manager = (await findServiceWorker())?.pushManager;
  if (!manager) throw new Error('There is no service worker');
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await manager.subscribe(options).catch(async () => {
    // A subscription for another key blocks the new one.
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
}

/** After this, the push service rejects messages for this browser. */
export async function unsubscribeDevice(): Promise<void> {
  const worker = await findServiceWorker();
  // The property is missing in browsers without push.
  const manager: PushManager | undefined = worker?.pushManager;
  await (await manager?.getSubscription())?.unsubscribe();
}
