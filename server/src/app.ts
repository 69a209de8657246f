import { getServerConfig, limits } from '@chat-app/contract';
import { join } from 'node:path';
import type { Config } from './config/config.ts';
import { createSessions, startAuth, sweepExpired } from './features/auth/index.ts';
import { createUploads, serveUploads } from './features/uploads/index.ts';
import { serveUsers } from './features/users/index.ts';
import { createBackground } from './platform/background.ts';
import { connectDatabase, type Database } from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import { migrate } from './platform/db/migrate.ts';
import { webFolder } from './platform/folders.ts';
import { createCookies } from './platform/http/cookies.ts';
import { createCrossSiteGuard } from './platform/http/cross-site-guard.ts';
import { serveHealth } from './platform/http/health.routes.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { createServe } from './platform/http/serve.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { createImageDecoder } from './platform/images/image-decoder.ts';
import type { Logger } from './platform/logger.ts';
import { createMailQueue } from './platform/mail/mail-queue.ts';
import { serveMailbox } from './platform/mail/mailbox.routes.ts';
import { createOutboxMailer } from './platform/mail/outbox.ts';
import { createSmtpMailer } from './platform/mail/smtp.ts';
import { createPasswords } from './platform/passwords.ts';
import { createMemoryRateLimiter, unlimited } from './platform/rate-limiter.ts';
import { createDiskBlobStore } from './platform/storage/disk.ts';

/** The running program. */
export interface App {
  /** Refuses new work, finishes what is under way, lets go of everything. */
  stop: () => Promise<void>;
}

const sweepEveryMs = 60 * 60_000;

/** Builds every part, connects it and listens. */
export async function startApp(config: Config, logger: Logger): Promise<App> {
  const undo: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    await assemble(config, logger, undo);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

async function assemble(config: Config, logger: Logger, undo: (() => Promise<void> | void)[]) {
  const database = await openDatabase(config, logger, undo);
  await migrate(database, logger);
  const sweeper = setInterval(() => background.run('sweep', () => sweepExpired(database)), sweepEveryMs).unref();
  undo.push(() => clearInterval(sweeper));

  const outboxDir = join(config.dataDir, 'outbox');
  const mailer = config.mail.smtpUrl
    ? createSmtpMailer({ url: config.mail.smtpUrl, from: config.mail.from })
    : createOutboxMailer({ dir: outboxDir, from: config.mail.from, logger });
  const mailQueue = createMailQueue({ mailer, logger });
  const background = createBackground(logger);
  undo.push(
    () => mailer.close(),
    () => mailQueue.drain(),
    () => background.settle(),
  );

  const decoder = createImageDecoder({ logger });
  undo.push(() => decoder.close());
  const blobs = await createDiskBlobStore(join(config.dataDir, 'uploads'));

  const { server, close } = await createHttpServer({ ...config, logger });
  const cookies = createCookies(config);
  const limiter = config.areLimitsOn ? createMemoryRateLimiter() : unlimited;
  const sessions = createSessions({ database });
  const guard = createCrossSiteGuard(config.allowedOrigins, cookies);
  const serve = createServe({ server, cookies, guard, limiter, authenticate: sessions.authenticate });

  const passwords = await createPasswords();
  startAuth(serve, sessions, { ...config, background, cookies, database, limiter, mailQueue, passwords });
  serveUsers(serve, { database });
  const uploads = createUploads({ blobs, database, decoder, scratchDir: join(config.dataDir, 'scratch') });
  serveUploads(serve, { uploads, blobs });
  serve(getServerConfig, {}, async () => publicConfig(config));

  serveHealth(server, { isReady: database.ping, logger });
  if (config.hasDevMailbox) serveMailbox(server, { outboxDir });
  await serveWebApp(server, {
    folder: webFolder,
    socketUrl: config.socketUrl,
    hasGoogle: config.google.clientId !== null,
  });

  undo.push(close);
  await server.listen({ host: config.host, port: config.port });
}

async function openDatabase(config: Config, logger: Logger, undo: (() => Promise<void> | void)[]): Promise<Database> {
  if (config.database !== null) {
    const external = connectDatabase(config.database);
    undo.push(() => external.close());
    return external;
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, logger });
  undo.push(() => postgres.stop());
  const embedded = connectDatabase(postgres.connection);
  undo.push(() => embedded.close());
  return embedded;
}

function publicConfig(config: Config) {
  return {
    title: config.title,
    googleClientId: config.google.clientId,
    socketUrl: config.socketUrl,
    limits: {
      maxUploadBytes: config.maxUploadBytes,
      maxImageBytes: limits.imageMaxBytes,
      maxGroupSize: config.maxGroupSize,
    },
  };
}
