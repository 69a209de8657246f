import { getServerConfig, limits } from '@chat-app/contract';
import { join } from 'node:path';
import { joinCluster } from './cluster.ts';
import type { Config } from './config/config.ts';
import { startApiDocs } from './features/api-docs/index.ts';
import { createSessions, startAuth } from './features/auth/index.ts';
import { startCalls } from './features/calls/index.ts';
import { startChats } from './features/chats/index.ts';
import { startFileTransfer } from './features/file-transfer/index.ts';
import { startFriendships } from './features/friendships/index.ts';
import { startIceServers } from './features/ice-servers/index.ts';
import { startLinkPreviews } from './features/link-previews/index.ts';
import { startMessages } from './features/messages/index.ts';
import { startPresence } from './features/presence/index.ts';
import { startPush } from './features/push/index.ts';
import { startUploads } from './features/uploads/index.ts';
import { startUsers } from './features/users/index.ts';
import { leave, settle } from './leave.ts';
import { createBackground } from './platform/background.ts';
import { createTransact } from './platform/bus/transactions.ts';
import { connectDatabase, type Database } from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import { migrate } from './platform/db/migrate.ts';
import { webFolder } from './platform/folders.ts';
import { createCookies } from './platform/http/cookies.ts';
import { createCrossSiteGuard } from './platform/http/cross-site-guard.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { serveOperation } from './platform/http/operation.routes.ts';
import { createServe } from './platform/http/serve.ts';
import { serveNoWebApp, serveWebApp } from './platform/http/web-app.ts';
import { createImageDecoder } from './platform/images/image-decoder.ts';
import type { Logger } from './platform/logger.ts';
import { createMailQueue } from './platform/mail/mail-queue.ts';
import { mailboxPath } from './platform/mail/mailbox-page.ts';
import { isOwnMachine, serveMailbox } from './platform/mail/mailbox.routes.ts';
import { createOutboxMailer } from './platform/mail/outbox.ts';
import { createSmtpMailer } from './platform/mail/smtp.ts';
import { createPrometheus, type Prometheus } from './platform/metrics/prometheus.ts';
import type { HashOptions } from './platform/password-hasher.ts';
import { createPasswords } from './platform/passwords.ts';
import { unlimited } from './platform/rate-limiter.ts';
import { openBlobStore } from './platform/storage/open-blob-store.ts';
import { createBroadcaster } from './realtime/broadcaster.ts';
import { createGateway } from './realtime/gateway.ts';

/** The running application. */
export interface App {
  /** Every HTTP route, as `METHOD /path`. */
  readonly routes: readonly string[];
  /** Announces the shutdown and disconnects devices, which turn to other nodes. Requests are still served. */
  drain: () => Promise<void>;
  /** Refuses new work, finishes the work under way and releases all resources. */
  stop: () => Promise<void>;
}

export interface AppOptions {
  /** Replace the default costs of password hashing. */
  readonly hashCosts?: HashOptions;
}

type Undo = (() => Promise<void> | void)[];
type Ground = Awaited<ReturnType<typeof layGround>>;
type Doors = Awaited<ReturnType<typeof openDoors>>;

/** Creates and connects all parts, and starts to listen. */
export async function startApp(config: Config, logger: Logger, options: AppOptions = {}): Promise<App> {
  const undo: Undo = [];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) {
      // A part that fails to stop must not keep the others, least of all the database, from stopping.
      await Promise.resolve()
        .then(step)
        .catch((error: unknown) => logger.error({ err: error }, 'a component failed to stop'));
    }
  };
  try {
    const ground = await layGround(config, { ...options, logger, undo });
    const doors = await openDoors(config, ground, undo);
    await startFeatures(config, ground, doors, undo);
    await serveRest(config, ground, doors);
    // After a restart thousands of devices connect in the same second; the default backlog of 511 would drop the rest.
    await doors.http.server.listen({ host: config.host, port: config.port, backlog: 4096 });
    const drain = () => leave(doors, { isAlone: config.redisUrl === null });
    return { drain, stop, routes: doors.http.routes };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates the infrastructure that everything else uses: database, bus, mail, storage. */
async function layGround(config: Config, { hashCosts, logger, undo }: AppOptions & { logger: Logger; undo: Undo }) {
  const metrics = createPrometheus();
  undo.push(() => metrics.close());
  const database = await openDatabase(config, logger, undo, metrics);
  metrics.watchPool(database.load);
  await migrate(database, logger);
  const cluster = await joinCluster({ ...config, hasDevices: hasDevices(config), logger, metrics, undo });

  const outboxDir = join(config.dataDir, 'outbox');
  const mailer = config.mail.smtpUrl
    ? createSmtpMailer({ url: config.mail.smtpUrl, from: config.mail.from })
    : createOutboxMailer({ dir: outboxDir, from: config.mail.from, logger });
  const mailQueue = createMailQueue({ mailer, logger });
  const background = createBackground(logger);
  undo.push(
    () => mailer.close(),
    () => mailQueue.drain(),
    () => settle(cluster.bus, background),
  );

  const decoder = createImageDecoder({ logger });
  // A separate, stricter decoder: images that strangers link to must not delay uploads.
  const foreignDecoder = createImageDecoder({ logger, timeoutMs: 5000, maxPixels: 25_000_000 });
  undo.push(
    () => decoder.close(),
    () => foreignDecoder.close(),
  );
  const passwords = await createPasswords(hashCosts);
  undo.push(() => passwords.close());
  const queues = { mail: mailQueue, decoder, foreign_decoder: foreignDecoder, passwords };
  for (const [name, { depth }] of Object.entries(queues)) metrics.watchQueue(name, depth);
  const blobs = await openBlobStore(config, logger);
  undo.push(() => blobs.close());
  const limiter = config.areLimitsOn ? cluster.limiter : unlimited;
  const transact = createTransact(database, cluster.bus);
  return {
    ...cluster,
    background,
    blobs,
    database,
    decoder,
    foreignDecoder,
    limiter,
    logger,
    mailQueue,
    metrics,
    outboxDir,
    passwords,
    transact,
  };
}

/** Creates the two transports, HTTP and sockets, which share one way to authenticate. */
async function openDoors(config: Config, ground: Ground, undo: Undo) {
  const { bus, limiter, logger, metrics } = ground;
  const http = await createHttpServer({ ...config, logger, metrics });
  const { server } = http;
  undo.push(http.close, ground.passwords.refuseWaiting);
  const cookies = createCookies(config);
  const sessions = createSessions(ground);
  const { authenticate } = sessions;
  const { allowedOrigins } = config;
  const guard = createCrossSiteGuard(allowedOrigins, cookies);
  const api = hasApi(config) ? createServe({ server, cookies, guard, limiter, authenticate }) : noApi;

  const readSession = (header = '') => cookies.readSession(server.parseCookie(header));
  const { identify } = sessions;
  const { areLimitsOn, isHttps, trustedProxies } = config;
  const gateway = createGateway({
    httpServer: hasDevices(config) ? server.server : null,
    relay: ground.relay,
    allowedOrigins,
    areLimitsOn,
    identify,
    isHttps,
    limiter,
    logger,
    metrics,
    readSession,
    trustedProxies,
  });
  gateway.every(1000, sessions.endExpired);
  undo.push(() => gateway.close());
  const broadcaster = createBroadcaster(gateway.io);
  // Events of other nodes did not arrive while Redis was unreachable, or a node lost its own: devices must reconnect.
  ground.redis?.onReturn(gateway.renew);
  bus.onEach('events.lost', gateway.renew);
  bus.on('sessions.ended', ({ sessionIds }) => broadcaster.disconnectSessions(sessionIds));
  return { ...api, broadcaster, cookies, gateway, http, sessions };
}

/** Starts every feature and passes it what it needs from the others. */
async function startFeatures(config: Config, ground: Ground, { serve, served, sessions, ...doors }: Doors, undo: Undo) {
  const parts = { ...config, ...ground, ...doors };
  startAuth(serve, sessions, parts);
  const uploads = await startUploads(serve, parts);
  const friendships = startFriendships(serve, parts);
  const chats = startChats(serve, parts);
  startMessages(serve, { ...parts, chats, uploads });
  const presence = startPresence(parts);
  const transfers = startFileTransfer({ ...parts, presence });
  const calls = startCalls(serve, { ...parts, markSystemMessageRead: chats.markSystemMessageRead, presence });
  undo.push(presence.close, transfers.close, calls.close);
  startUsers(serve, {
    ...parts,
    findFriendStatus: friendships.findStatus,
    findOtherName: (id, viewerId) => chats.findName(viewerId, id),
    friendsSince: friendships.friendsSince,
  });
  startIceServers(serve, parts);
  startLinkPreviews(serve, parts);
  startApiDocs(serve, { ...config, served });
  const push = await startPush(serve, parts);
  undo.push(push.close);
}

async function serveRest(config: Config, ground: Ground, { http, serve }: Doors) {
  const { database, outboxDir, redis } = ground;
  serve(getServerConfig, {}, async ({ request }) => publicConfig(config, isOwnMachine(request)));
  const checks = { database: database.ping, ...(redis && { redis: async () => void (await redis.client.ping()) }) };
  serveOperation(http, { ...config, ...ground, checks });
  if (!hasApi(config)) {
    serveNoWebApp(http.server);
    return;
  }
  if (config.hasDevMailbox) serveMailbox(http.server, { outboxDir });
  const hasGoogle = config.google.clientId !== null;
  await serveWebApp(http.server, { ...config, folder: webFolder, hasGoogle });
}

async function openDatabase(config: Config, logger: Logger, undo: Undo, metrics: Prometheus): Promise<Database> {
  const onWaited = metrics.poolWaited;
  if (config.database !== null) {
    const external = connectDatabase(config.database, { onWaited });
    undo.push(() => external.close());
    return external;
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, logger });
  undo.push(() => postgres.stop());
  const embedded = connectDatabase(postgres.connection, { onWaited });
  undo.push(() => embedded.close());
  return embedded;
}

const hasApi = ({ role }: Config) => role !== 'chat';
const hasDevices = ({ role }: Config) => role !== 'api';
/** For a process that leaves the API to another one. */
const noApi: ReturnType<typeof createServe> = { serve: () => {}, served: [] };

function publicConfig(config: Config, isOwn: boolean) {
  return {
    title: config.title,
    googleClientId: config.google.clientId,
    socketUrl: config.socketUrl,
    devMailboxUrl: config.hasDevMailbox && isOwn ? mailboxPath : null,
    limits: {
      maxUploadBytes: config.maxUploadBytes,
      maxImageBytes: limits.imageMaxBytes,
      maxGroupSize: config.maxGroupSize,
    },
  };
}
