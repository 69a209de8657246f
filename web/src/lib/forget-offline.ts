export const offlineDatabaseName = 'chat-app.offline';

/** Deletes the offline copy. A small module, because the login screen needs it too. */
export function deleteOfflineCopy(): void {
  // Missing in browsers without storage.
  const databases: IDBFactory | undefined = globalThis.indexedDB;
  databases?.deleteDatabase(offlineDatabaseName);
}
