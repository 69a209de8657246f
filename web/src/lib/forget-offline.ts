export const offlineDatabaseName = 'chat-app.offline';

/** Nothing of what somebody saw stays behind. Small, because the login screen needs it too. */
export function forgetOffline(): void {
  // Missing where the browser keeps nothing.
  const databases: IDBFactory | undefined = globalThis.indexedDB;
  databases?.deleteDatabase(offlineDatabaseName);
}
