import type { Page } from '@playwright/test';

/** The entries of a store of the browser's database, their values as JSON. */
export function readStore(page: Page, databaseName: string, storeName: string) {
  return page.evaluate(
    async ([from, name]) => {
      const done = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(new Error('the database does not answer')));
        });
      const database = await done(indexedDB.open(from));
      const store = database.transaction(name).objectStore(name);
      const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
      database.close();
      return keys.map((key, at) => ({ key: key as string, text: JSON.stringify(values[at]) }));
    },
    [databaseName, storeName] as const,
  );
}
