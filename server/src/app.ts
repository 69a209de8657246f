import { getServerConfig, limits } from '@chat-app/contract';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config/config.ts';
import type { DomainEvents } from './domain-events.ts';
import { createSessions, startAuth, sweepLinks } from './features/auth/index.ts';
import { startCalls } from './features/calls/index.ts';
import { broadcastChats, createChatMembers, createChats, followChats, serveChats } from './features/chats/index.ts';
import { startFileTransfer } from './features/file-transfer/index.ts';
import { broadcastFriendships, createFriendships, serveFriendships } from './features/friendships/index.ts';
import {
  broadcastMessages,
  createFileMessages,
  createMessages,
  createPost,
  serveMessages,
} from './features/messages/index.ts';
import { startPresence } from './features/presence/index.ts';
import { createIceServers, createTools, serveTools } from './features/tools/index.ts';
import { createUploads, serveUploads, type Uploads } from './features/uploads/index.ts';
import { serveUsers } from './features/users/index.ts';
import { createBackground } from './platform/background.ts';
import { createInProcessBus } from './platform/bus/in-process.ts';
import { createTransact } from './platform/bus/transactions.ts';
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
import { createAddressGuard } from './platform/outbound/address-guard.ts';
import { createGuardedFetch } from './platform/outbound/guarded-fetch.ts';
import { createPasswords } from './platform/passwords.ts';
import { createMemoryRateLimiter, unlimited } from './platform/rate-limiter.ts';
import { createDiskBlobStore } from './platform/storage/disk.ts';
import { createBroadcaster } from './realtime/broadcaster.ts';
import { createGateway } from './realtime/gateway.ts';

/** The running program. */
export interface App {
  /** Every HTTP route, as `METHOD /path`. */
  readonly routes: readonly string[];
  /** Refuses new work, finishes what is under way, lets go of everything. */
  stop: () => Promise<void>;
}

type Undo = (() => Promise<void> | void)[];
type Ground = Awaited<ReturnType<typeof layGround>>;
type Doors = Awaited<ReturnType<typeof openDoors>>;

const sweepEveryMs = 60 * 60_000;

/** Builds every part, connects it and listens. */
export async function startApp(config: Config, logger: Logger): Promise<App> {
  const undo: Undo = [];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) {
      // One part that cannot let go must not keep the others, least of all the database, from stopping.
      await Promise.resolve()
        .then(step)
        .catch((error: unknown) => logger.error({ err: error }, 'a part did not stop'));
    }
  };
  try {
    const ground = await layGround(config, logger, undo);
    const doors = await openDoors(config, ground, undo);
    await startAccounts(config, ground, doors);
    const uploads = await startUploads(config, ground, doors, undo);
    startLiveFeatures(config, { ...ground, uploads }, doors, undo);
    startTools(config, ground, doors);
    await serveRest(config, ground, doors);
    await doors.server.listen({ host: config.host, port: config.port });
    return { stop, routes: doors.routes };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What everything else stands on: database, bus, mail, storage. */
async function layGround(config: Config, logger: Logger, undo: Undo) {
  const database = await openDatabase(config, logger, undo);
  await migrate(database, logger);
  const bus = createInProcessBus<DomainEvents>(logger);
  undo.push(() => bus.settle());

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
  const sweeper = setInterval(() => background.run('sweep', () => sweepLinks(database)), sweepEveryMs).unref();
  undo.push(() => clearInterval(sweeper));

  const decoder = createImageDecoder({ logger });
  // Of its own, and stricter: what strangers link to must not make an upload wait.
  const foreignDecoder = createImageDecoder({ logger, timeoutMs: 5000, maxPixels: 25_000_000 });
  undo.push(
    () => decoder.close(),
    () => foreignDecoder.close(),
  );
  const blobs = await createDiskBlobStore(join(config.dataDir, 'uploads'));
  const limiter = config.areLimitsOn ? createMemoryRateLimiter() : unlimited;
  const transact = createTransact(database, bus);
  return { background, blobs, bus, database, decoder, foreignDecoder, limiter, logger, mailQueue, outboxDir, transact };
}

/** The two ways in: HTTP and sockets, with one idea of who somebody is. */
async function openDoors(config: Config, ground: Ground, undo: Undo) {
  const { bus, limiter, logger } = ground;
  const { server, routes, close } = await createHttpServer({ ...config, logger });
  undo.push(close);
  const cookies = createCookies(config);
  const sessions = createSessions(ground);
  const { authenticate } = sessions;
  const { allowedOrigins } = config;
  const guard = createCrossSiteGuard(allowedOrigins, cookies);
  const serve = createServe({ server, cookies, guard, limiter, authenticate });

  const readSession = (header = '') => cookies.readSession(server.parseCookie(header));
  const { identify } = sessions;
  const { areLimitsOn, trustedProxies } = config;
  const gateway = createGateway({
    httpServer: server.server,
    allowedOrigins,
    areLimitsOn,
    identify,
    limiter,
    logger,
    readSession,
    trustedProxies,
  });
  gateway.every(1000, sessions.endExpired);
  undo.push(() => gateway.close());
  const broadcaster = createBroadcaster(gateway.io);
  bus.on('sessions.ended', ({ sessionIds }) => broadcaster.disconnectSessions(sessionIds));
  return { broadcaster, cookies, gateway, routes, serve, server, sessions };
}

async function startAccounts(config: Config, ground: Ground, { cookies, serve, sessions }: Doors) {
  startAuth(serve, sessions, { ...config, ...ground, cookies, passwords: await createPasswords() });
}

async function startUploads(config: Config, ground: Ground, { serve }: Doors, undo: Undo): Promise<Uploads> {
  const { background, blobs, database, decoder } = ground;
  const scratchDir = join(config.dataDir, 'scratch');
  // What a killed process left half received.
  await rm(scratchDir, { recursive: true, force: true });
  const { maxUploadBytes } = config;
  const uploads = createUploads({ blobs, database, decoder, maxUploadBytes, scratchDir });
  serveUploads(serve, { uploads, blobs });
  const sweeper = setInterval(() => background.run('sweep uploads', () => uploads.sweep()), sweepEveryMs).unref();
  undo.push(() => clearInterval(sweeper));
  return uploads;
}

function startLiveFeatures(
  config: Config,
  ground: Ground & { uploads: Uploads },
  { broadcaster, gateway, serve }: Doors,
  undo: Undo,
) {
  const { bus, database, transact, uploads } = ground;
  const live = { bus, broadcaster, database, gateway };

  const friendships = createFriendships({ database, transact });
  serveFriendships(serve, { friendships });
  broadcastFriendships(live);

  const chats = createChats({ database, transact, maxGroupSize: config.maxGroupSize });
  serveChats(serve, { chats, chatMembers: createChatMembers({ transact, maxGroupSize: config.maxGroupSize }) });
  broadcastChats(live);
  followChats({ ...live, chats });

  const post = createPost(ground);
  serveMessages(serve, {
    messages: createMessages({ ...ground, post, markRead: chats.markRead, collectUploads: uploads.collect }),
    fileMessages: createFileMessages({ database, maxUploadBytes: config.maxUploadBytes, post, uploads }),
  });
  broadcastMessages(live);

  const presence = startPresence(live);
  const transfers = startFileTransfer({ database, gateway, limiter: ground.limiter, presence });
  const calls = startCalls(serve, { ...live, background: ground.background, presence, transact });
  undo.push(
    () => presence.close(),
    () => transfers.close(),
    () => calls.close(),
  );
  const findOtherName = (id: string, viewerId: string) => chats.findName(viewerId, id);
  serveUsers(serve, { database, findOtherName, knowsEmail: friendships.areAcquainted });
}

function startTools(config: Config, { foreignDecoder, logger }: Ground, { serve }: Doors) {
  const { hostname: ownHost } = new URL(config.publicUrl);
  const guard = createAddressGuard({ allowed: config.linkPreviewAllow, ownHost });
  const fetchGuarded = createGuardedFetch({ guard, userAgent: 'ChatAppPreview/1.0' });
  const scratchDir = join(config.dataDir, 'scratch');
  serveTools(serve, {
    iceServers: createIceServers({ ice: config.ice, logger }),
    tools: createTools({ guard, fetchGuarded, decoder: foreignDecoder, scratchDir }),
  });
}

async function serveRest(config: Config, ground: Ground, { serve, server }: Doors) {
  const { database, logger, outboxDir } = ground;
  serve(getServerConfig, {}, async () => publicConfig(config));

  serveHealth(server, { isReady: database.ping, logger });
  if (config.hasDevMailbox) serveMailbox(server, { outboxDir });
  const hasGoogle = config.google.clientId !== null;
  await serveWebApp(server, { folder: webFolder, socketUrl: config.socketUrl, hasGoogle });
}

async function openDatabase(config: Config, logger: Logger, undo: Undo): Promise<Database> {
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
