import { getServerConfig, limits, type UserId } from '@chat-app/contract';
import { joinCluster } from './cluster.ts';
import type { Config } from './config/config.ts';
import { startAccountDeletion } from './features/account-deletion/index.ts';
import { startAccountExport } from './features/account-export/index.ts';
import { startAdministration } from './features/administration/index.ts';
import { startApiDocs } from './features/api-docs/index.ts';
import { startAudit } from './features/audit/index.ts';
import { createSessions, startAuth } from './features/auth/index.ts';
import { startCalls } from './features/calls/index.ts';
import { startChats } from './features/chats/index.ts';
import { startDelivery } from './features/delivery/index.ts';
import { startFileTransfer } from './features/file-transfer/index.ts';
import { startFriendships } from './features/friendships/index.ts';
import { startHostOverview } from './features/host-overview/index.ts';
import { startHostSettings } from './features/host-settings/index.ts';
import { startIceServers } from './features/ice-servers/index.ts';
import { inviteUses, startInvites } from './features/invites/index.ts';
import { startLinkPreviews } from './features/link-previews/index.ts';
import { startMessages } from './features/messages/index.ts';
import { startPresence } from './features/presence/index.ts';
import { startPush } from './features/push/index.ts';
import { startReports } from './features/reports/index.ts';
import { startSearch } from './features/search/index.ts';
import { startUploads } from './features/uploads/index.ts';
import { administratorRepository, startUsers } from './features/users/index.ts';
import { createBackground } from './platform/background.ts';
import { createTransact } from './platform/bus/transactions.ts';
import { migrate } from './platform/db/migrate.ts';
import { webDistDir } from './platform/paths.ts';
import { createCookies } from './platform/http/cookies.ts';
import { createCrossSiteGuard } from './platform/http/cross-site-guard.ts';
import { isLocalRequest } from './platform/http/local-request.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { serveOperatorRoutes } from './platform/http/operator.routes.ts';
import { createServe } from './platform/http/serve.ts';
import { serveNoWebApp, serveWebApp } from './platform/http/web-app.ts';
import { createImageDecoder } from './platform/images/image-decoder.ts';
import type { Logger } from './platform/logger.ts';
import { createMailQueue } from './platform/mail/mail-queue.ts';
import { mailboxPath } from './platform/mail/mailbox-page.ts';
import { serveMailbox } from './platform/mail/mailbox.routes.ts';
import { createPrometheus } from './platform/metrics/prometheus.ts';
import type { HashOptions } from './platform/password-hasher.ts';
import { createPasswords } from './platform/passwords.ts';
import { unlimited } from './platform/rate-limiter.ts';
import { openBlobStore } from './platform/storage/open-blob-store.ts';
import { createBroadcaster } from './realtime/broadcaster.ts';
import { type ConnectionSlots, createConnectionSlots } from './realtime/connection-slots.ts';
import { createGateway } from './realtime/gateway.ts';
import { createRedisConnectionSlots } from './realtime/redis-connection-slots.ts';
import { openDatabase } from './open-database.ts';
import { openMailer, outboxDirOf } from './open-mailer.ts';
import { type Disposer, drainNode, settle } from './shutdown.ts';

/** The running application. */
export interface App {
  /** Every HTTP route, as `METHOD /path`. */
  readonly routes: readonly string[];
  /** Nobody is an administrator, and the environment names nobody. */
  readonly isWithoutAdministrator: boolean;
  /** Announces the shutdown and disconnects devices, which turn to other nodes. Requests are still served. */
  drain: () => Promise<void>;
  /** Refuses new work, finishes the work under way and releases all resources. */
  stop: () => Promise<void>;
}

export interface AppOptions {
  /** Replace the default costs of password hashing. */
  readonly hashCosts?: HashOptions;
}

type Infrastructure = Awaited<ReturnType<typeof createInfrastructure>>;
type Features = Awaited<ReturnType<typeof startFeatures>>;
type Transports = Awaited<ReturnType<typeof createTransports>>;

/** Creates and connects all parts, and starts to listen. */
export async function startApp(config: Config, logger: Logger, options: AppOptions = {}): Promise<App> {
  const disposers: Disposer[] = [];
  const stop = async () => {
    for (const dispose of disposers.splice(0).toReversed()) {
      // A part that fails to stop must not keep the others, least of all the database, from stopping.
      await Promise.resolve()
        .then(dispose)
        .catch((error: unknown) => logger.error({ err: error }, 'a component failed to stop'));
    }
  };
  try {
    const infrastructure = await createInfrastructure(config, { ...options, logger, disposers });
    const transports = await createTransports(config, infrastructure, disposers);
    const features = await startFeatures(config, infrastructure, transports, disposers);
    await serveSystemRoutes(config, infrastructure, { ...transports, ...features });
    // After a restart thousands of devices connect in the same second; the default backlog of 511 would drop the rest.
    await transports.http.server.listen({ host: config.host, port: config.port, backlog: 4096 });
    const drain = () => drainNode(transports, { isOnlyNode: config.redisUrl === null });
    const isWithoutAdministrator = !(await administratorRepository.isAnyAppointed(infrastructure.database.sql));
    return { drain, stop, routes: transports.http.routes, isWithoutAdministrator };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates the infrastructure that everything else uses: database, bus, mail, storage. */
async function createInfrastructure(
  config: Config,
  { hashCosts, logger, disposers }: AppOptions & { logger: Logger; disposers: Disposer[] },
) {
  const metrics = createPrometheus();
  disposers.push(() => metrics.close());
  const database = await openDatabase(config, logger, disposers, metrics);
  metrics.watchPool(database.load);
  await migrate(database, logger);
  if (hasApi(config)) await database.transaction((tx) => administratorRepository.replaceFixed(tx, config.adminEmails));
  const cluster = await joinCluster({ ...config, hasDevices: hasDevices(config), logger, metrics, disposers });

  const outboxDir = outboxDirOf(config);
  const mailer = openMailer(config, logger);
  const mailQueue = createMailQueue({ mailer, logger });
  const background = createBackground(logger);
  disposers.push(
    () => mailer.close(),
    () => mailQueue.drain(),
    () => settle(cluster.bus, background),
  );

  const decoder = createImageDecoder({ logger });
  // A separate, stricter decoder: images that strangers link to must not delay uploads.
  const foreignDecoder = createImageDecoder({ logger, timeoutMs: 5000, maxPixels: 25_000_000 });
  disposers.push(
    () => decoder.close(),
    () => foreignDecoder.close(),
  );
  const passwords = await createPasswords(hashCosts);
  disposers.push(() => passwords.close());
  const queues = { mail: mailQueue, decoder, passwords };
  for (const [name, { depth }] of Object.entries(queues)) metrics.watchQueue(name, depth);
  const blobs = await openBlobStore(config, logger);
  disposers.push(() => blobs.close());
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

/** Creates the two transports, HTTP and sockets, which authenticate against the same sessions. */
async function createTransports(config: Config, infrastructure: Infrastructure, disposers: Disposer[]) {
  const { bus, limiter, logger, metrics } = infrastructure;
  const http = await createHttpServer({ ...config, logger, metrics });
  const { server } = http;
  disposers.push(http.close, infrastructure.passwords.refuseWaiting);
  const cookies = createCookies(config);
  const sessions = createSessions(infrastructure);
  const { authenticate, identify } = sessions;
  const { allowedOrigins, areAnswersChecked, areLimitsOn, isHttps, trustedProxies } = config;
  const guard = createCrossSiteGuard(allowedOrigins, cookies);
  const isAdministrator = (userId: UserId) => administratorRepository.has(infrastructure.database.sql, userId);
  const deps = {
    server,
    cookies,
    guard,
    limiter,
    authenticate,
    findCaller: identify,
    isAdministrator,
    areAnswersChecked,
    areLimitsOn,
  };
  const api = hasApi(config) ? createServe(deps) : noApi;

  const readSession = (cookie?: string) => cookies.readSession({ headers: { cookie } });
  const slots = createSlots(infrastructure);
  const gateway = createGateway({
    httpServer: hasDevices(config) ? server.server : null,
    adapter: infrastructure.adapter,
    allowedOrigins,
    areLimitsOn,
    identify,
    isHttps,
    limiter,
    logger,
    metrics,
    readSession,
    slots,
    trustedProxies,
  });
  gateway.every(1000, sessions.endExpired);
  disposers.push(() => gateway.close());
  const broadcaster = createBroadcaster(gateway.io);
  // Events of other nodes did not arrive while Redis was unreachable: these devices must reconnect.
  bus.onOtherNodes('events.lost', ({ rooms }) => gateway.reconnect(rooms));
  bus.onEveryNode('sessions.ended', ({ sessionIds }) => broadcaster.disconnectSessionsHere(sessionIds));
  if (infrastructure.redis) {
    bus.on('sessions.ended', broadcaster.revokeOnOldNodes);
    bus.on('chat.memberGone', broadcaster.revokeOnOldNodes);
  }
  return { ...api, broadcaster, cookies, gateway, http, sessions };
}

function createSlots({ nodes, redis }: Infrastructure): ConnectionSlots {
  const slots = createConnectionSlots(redis && createRedisConnectionSlots(redis, nodes.id));
  redis?.onReconnect(slots.restore);
  nodes.onRegistrationLost(slots.restore);
  return slots;
}

/** Starts every feature and passes it what it needs from the others. */
async function startFeatures(
  config: Config,
  infrastructure: Infrastructure,
  { serve, served, sessions, ...transports }: Transports,
  disposers: Disposer[],
) {
  const deps = { ...config, ...infrastructure, ...transports };
  const hostSettings = startHostSettings(serve, { ...deps, ...inviteUses });
  startAuth(serve, sessions, { ...deps, registration: hostSettings.registration, ...inviteUses });
  const uploads = await startUploads(serve, deps);
  const friendships = startFriendships(serve, deps);
  const delivery = await startDelivery({ ...deps, sessions });
  const chats = startChats(serve, { ...deps, delivery });
  startMessages(serve, { ...deps, chats, uploads });
  const index = startSearch(serve, { ...deps, listChats: chats.listSome });
  const presence = startPresence(deps);
  const transfers = startFileTransfer({ ...deps, presence });
  const calls = startCalls(serve, { ...deps, markSystemMessageRead: chats.markSystemMessageRead, presence });
  const overview = startHostOverview(serve, { ...deps, countOnline: presence.count });
  disposers.push(presence.close, transfers.close, calls.close, index.stop, overview.close);
  startUsers(serve, {
    ...deps,
    findFriendStatus: friendships.findStatus,
    findOtherName: (id, viewerId) => chats.findName(viewerId, id),
    friendsSince: friendships.friendsSince,
  });
  startInvites(serve, deps);
  startReports(serve, deps);
  const removeAccount = startAccountDeletion(serve, { ...deps, sessions, uploads });
  startAudit(serve, deps);
  startAdministration(serve, { ...deps, sessions, removeAccount });
  startAccountExport(serve, { ...deps, listChats: chats.list });
  startIceServers(serve, deps);
  startLinkPreviews(serve, deps);
  startApiDocs(serve, { ...config, served });
  const push = await startPush(serve, deps);
  disposers.push(push.close);
  return { rulesToShow: hostSettings.rulesToShow };
}

/** Serves what belongs to no feature: the public configuration, health, metrics and the web client. */
async function serveSystemRoutes(
  config: Config,
  infrastructure: Infrastructure,
  { http, serve, rulesToShow }: Transports & Features,
) {
  const { database, outboxDir, redis } = infrastructure;
  serve(getServerConfig, {}, async ({ request }) => ({
    ...publicConfig(config, isLocalRequest(request)),
    ...(await rulesToShow()),
  }));
  const checks = { database: database.ping, ...(redis && { redis: async () => void (await redis.client.ping()) }) };
  serveOperatorRoutes(http, { ...config, ...infrastructure, checks });
  if (!hasApi(config)) {
    serveNoWebApp(http.server);
    return;
  }
  if (config.hasDevMailbox) serveMailbox(http.server, { outboxDir });
  const hasGoogle = config.google.clientId !== null;
  await serveWebApp(http.server, { ...config, folder: webDistDir, hasGoogle });
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
