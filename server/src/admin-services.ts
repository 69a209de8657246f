import type { Config } from './config/config.ts';
import type { DomainEvents } from './domain-events.ts';
import { findExistingDatabase } from './existing-database.ts';
import { createAccountRemoval } from './features/account-deletion/index.ts';
import { createAccountActs } from './features/administration/index.ts';
import { createSessions } from './features/auth/index.ts';
import { createRecordingTransact } from './features/delivery/index.ts';
import { createHostSettings } from './features/host-settings/index.ts';
import { createUnusedRemoval } from './features/uploads/index.ts';
import { openMailer } from './open-mailer.ts';
import { createBackground } from './platform/background.ts';
import { createInProcessBus } from './platform/bus/in-process.ts';
import { connectDatabase } from './platform/db/database.ts';
import { assertSchemaCurrent } from './platform/db/migrate.ts';
import type { Logger } from './platform/logger.ts';
import { createMailQueue } from './platform/mail/mail-queue.ts';
import { openBlobStore } from './platform/storage/open-blob-store.ts';
import type { Disposer } from './shutdown.ts';

export type AdminServices = Awaited<ReturnType<typeof openAdministration>>;

/**
 * What administrators do, without a server: a running one learns from the database which sessions have ended, and
 * publishes the events.
 */
export async function openAdministration(config: Config, logger: Logger, disposers: Disposer[]) {
  const database = connectDatabase(await findExistingDatabase(config, logger, disposers), { poolSize: 2 });
  disposers.push(() => database.close());
  await assertSchemaCurrent(database.sql);
  const mailer = openMailer(config, logger);
  const mailQueue = createMailQueue({ mailer, logger });
  const background = createBackground(logger);
  disposers.push(
    () => mailer.close(),
    () => mailQueue.drain(),
    () => background.settle(),
  );
  const bus = createInProcessBus<DomainEvents>(logger, () => []);
  const transact = createRecordingTransact(database);
  const sessions = createSessions({ bus, database, transact });

  /** The storage is opened only for what removes files. */
  async function removeUnused(fileNames: readonly string[]): Promise<number> {
    const blobs = await openBlobStore(config, logger);
    try {
      return await createUnusedRemoval({ blobs, database })(fileNames);
    } finally {
      blobs.close();
    }
  }

  const { fixedSettings, publicUrl, title } = config;
  const uploads = { removeUnused };
  const removeAccount = createAccountRemoval({ background, mailQueue, sessions, title, transact, uploads });
  const acts = createAccountActs({ database, mailQueue, publicUrl, removeAccount, sessions, title, transact });
  return { ...acts, database, settings: createHostSettings({ database, fixedSettings, transact }) };
}
