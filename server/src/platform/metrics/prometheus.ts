import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { watchEventLoop } from './event-loop-lag.ts';
import type { Load, Metrics, PoolLoad } from './metrics.ts';
import { createTally } from './tally.ts';

/** The metrics, and the text that Prometheus reads. */
export interface Prometheus extends Metrics {
  readonly contentType: string;
  read: () => Promise<string>;
  /** The same figures for the application itself. */
  readLoad: () => Load;
  close: () => void;
}

const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

export function createPrometheus(): Prometheus {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const eventLoop = watchEventLoop();
  registry.registerMetric(
    new Gauge({
      name: 'chat_app_event_loop_lag_seconds',
      help: 'How late the event loop was since the last scrape.',
      labelNames: ['quantile'],
      registers: [],
      collect() {
        for (const { quantile, seconds } of eventLoop.takeSeconds()) this.set({ quantile }, seconds);
      },
    }),
  );
  const { readLoad, ...load } = watchLoad(registry);
  return {
    ...countTraffic(registry),
    ...measureMessages(registry),
    ...load,
    ...watchServices(registry),
    contentType: registry.contentType,
    read: () => registry.metrics(),
    readLoad,
    close: () => eventLoop.close(),
  };
}

type Traffic = Pick<Metrics, 'answered' | 'failed' | 'eventReceived' | 'delivered' | 'stalledDropped' | 'eventLost'>;

function countTraffic(registry: Registry): Traffic {
  const seconds = new Histogram({
    name: 'chat_app_http_request_seconds',
    help: 'From the arrival of an HTTP request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: requestBuckets,
    registers: [registry],
  });
  const requests = tallyCounter(registry, {
    name: 'chat_app_http_requests_total',
    help: 'HTTP requests answered.',
    labels: ['method', 'route', 'status'],
  });
  const errors = tallyCounter(registry, {
    name: 'chat_app_errors_total',
    help: 'Requests and events answered with an error, by its code.',
    labels: ['code', 'door'],
  });
  const events = tallyCounter(registry, {
    name: 'chat_app_socket_events_total',
    help: 'Events that clients sent.',
    labels: ['event', 'outcome'],
  });
  const deliveries = tallyCounter(registry, {
    name: 'chat_app_deliveries_total',
    help: 'Events handed to the connection of a device.',
    labels: ['event'],
  });
  const stalled = new Counter({
    name: 'chat_app_stalled_sockets_total',
    help: 'Connections closed because the device did not read what it was sent.',
    registers: [registry],
  });
  const lost = new Counter({
    name: 'chat_app_bus_lost_total',
    help: 'Events the other processes could not be told of, because Redis was away.',
    registers: [registry],
  });
  return {
    answered: ({ method, route, status, seconds: took }) => {
      requests.add(`${method}\n${route}\n${status}`);
      seconds.observe({ method, route }, took);
    },
    failed: (code, transport) => errors.add(`${code}\n${transport}`),
    eventReceived: (event, outcome) => events.add(`${event}\n${outcome}`),
    delivered: deliveries.add,
    stalledDropped: () => stalled.inc(),
    eventLost: () => lost.inc(),
  };
}

function measureMessages(registry: Registry): Pick<Metrics, 'messageCommitted' | 'messagesBroadcast' | 'poolWaited'> {
  const latency = (name: string, help: string) =>
    new Histogram({ name, help, buckets: latencyBuckets, registers: [registry] });
  const messages = new Counter({
    name: 'chat_app_messages_total',
    help: 'Messages that people sent.',
    registers: [registry],
  });
  const committed = latency('chat_app_message_commit_seconds', 'From accepting a message to its commit.');
  const broadcast = latency('chat_app_message_told_seconds', 'From the commit of messages to telling their audience.');
  const waited = latency('chat_app_db_wait_seconds', 'How long a transaction waited for its connection.');
  return {
    messageCommitted: (seconds) => {
      messages.inc();
      committed.observe(seconds);
    },
    messagesBroadcast: (seconds) => broadcast.observe(seconds),
    poolWaited: (seconds) => waited.observe(seconds),
  };
}

type LoadMetrics = Pick<Metrics, 'watchQueue' | 'watchPool' | 'watchSockets'>;

function watchLoad(registry: Registry): LoadMetrics & { readLoad: () => Load } {
  const depthByQueue = new Map<string, () => number>();
  let loadOfPool: () => PoolLoad = () => ({ size: 0, inUse: 0, waiting: 0 });
  let countSockets = () => ({ sockets: 0, people: 0 });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });

  registry.registerMetric(
    new Gauge({
      name: 'chat_app_queue_depth',
      help: 'Jobs waiting or under way.',
      labelNames: ['queue'],
      registers: [],
      collect() {
        for (const [queue, depth] of depthByQueue) this.set({ queue }, depth());
      },
    }),
  );
  gauge('chat_app_db_pool_size', 'Connections the pool may open.', () => loadOfPool().size);
  gauge('chat_app_db_connections_in_use', 'Connections at work.', () => loadOfPool().inUse);
  gauge('chat_app_db_waiting', 'Statements and transactions that wait for one.', () => loadOfPool().waiting);
  gauge('chat_app_sockets', 'Devices connected to this process.', () => countSockets().sockets);
  gauge('chat_app_people_online', 'People with a device connected to this process.', () => countSockets().people);
  return {
    readLoad: () => ({
      ...countSockets(),
      pool: loadOfPool(),
      depthByQueue: Object.fromEntries(Array.from(depthByQueue, ([queue, depth]) => [queue, depth()])),
    }),
    watchQueue: (queue, depth) => depthByQueue.set(queue, depth),
    watchPool: (load) => {
      loadOfPool = load;
    },
    watchSockets: (count) => {
      countSockets = count;
    },
  };
}

function watchServices(registry: Registry): Pick<Metrics, 'watchService' | 'watchDraining'> {
  const checkByService = new Map<string, () => Promise<void>>();
  let isDraining = () => false;
  registry.registerMetric(
    new Gauge({
      name: 'chat_app_service_up',
      help: 'Whether this process reaches what it stands on: 1 or 0.',
      labelNames: ['service'],
      registers: [],
      async collect() {
        const checks = Array.from(checkByService, async ([service, check]) => {
          const isUp = await check().then(
            () => true,
            () => false,
          );
          this.set({ service }, isUp ? 1 : 0);
        });
        await Promise.all(checks);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'chat_app_draining',
      help: '1 from the moment this process was told to stop.',
      registers: [],
      collect() {
        this.set(isDraining() ? 1 : 0);
      },
    }),
  );
  return {
    watchService: (service, check) => checkByService.set(service, check),
    watchDraining: (ask) => {
      isDraining = ask;
    },
  };
}

/** A counter whose values are taken from a tally when metrics are read. */
function tallyCounter(registry: Registry, { name, help, labels }: { name: string; help: string; labels: string[] }) {
  const tally = createTally(labels);
  registry.registerMetric(
    new Counter({
      name,
      help,
      labelNames: labels,
      registers: [],
      collect() {
        this.reset();
        tally.forEach((values, count) => this.inc(values, count));
      },
    }),
  );
  return tally;
}
