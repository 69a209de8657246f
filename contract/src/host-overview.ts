import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './primitives.ts';

const count = z.int().min(0);

/** A process of the server. */
export const HostNode = z.object({
  id: z.string(),
  version: z.string(),
  role: z.string(),
  startedAt: Timestamp,
  /** Nodes report twice a minute; one that is silent for two minutes is left out. */
  seenAt: Timestamp,
  /** Connected devices. */
  devices: count,
  /** Database connections: at most `size`, `inUse` now, and statements that wait for one. */
  pool: z.object({ size: count, inUse: count, waiting: count }),
});
export type HostNode = z.infer<typeof HostNode>;

/** How the server is doing now. Days are those of UTC. */
export const HostOverview = z.object({
  takenAt: Timestamp,
  people: z.object({
    total: count,
    verified: count,
    suspended: count,
    /** Signed up in the last seven days. */
    newThisWeek: count,
  }),
  /** Connected now, over all nodes. */
  online: z.object({ people: count, devices: count }),
  /** What people sent on each of the last 30 days, the present one last. */
  messagesPerDay: z.array(z.object({ day: z.iso.date(), count })),
  storage: z.object({
    uploadCount: count,
    uploadBytes: count,
    databaseBytes: count,
    /** Of the disk with the data folder; null where that is unknown. */
    diskFreeBytes: count.nullable(),
    diskTotalBytes: count.nullable(),
  }),
  /** Jobs waiting or under way, over all nodes: `send`, `mail`, `decoder`, `passwords`, `index`. */
  queues: z.array(z.object({ name: z.string(), depth: count })),
  /** How long the database took for a trivial statement. */
  database: z.object({ latencyMs: z.number().min(0) }),
  nodes: z.array(HostNode),
});
export type HostOverview = z.infer<typeof HostOverview>;

export const getHostOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'admin',
  input: z.object({}),
  output: z.object({ overview: HostOverview }),
});

/** The spans of the history: steps of 5 minutes, an hour and a day. */
export const historyRanges = ['day', 'month', 'year'] as const;
export type HistoryRange = (typeof historyRanges)[number];

/** Figures of one step. Peaks of the step, except where noted; null where no node took them. */
export const HostSample = z.object({
  /** The beginning of the step. */
  at: Timestamp,
  /** Sent during the step. */
  messages: count,
  onlinePeople: count.nullable(),
  devices: count.nullable(),
  queued: count.nullable(),
  latencyMs: z.number().min(0).nullable(),
  /** At the last hour of the step. */
  people: count.nullable(),
  uploadBytes: count.nullable(),
  databaseBytes: count.nullable(),
});
export type HostSample = z.infer<typeof HostSample>;

/** The history over a day (24 h), a month (30 days) or a year, oldest first. Steps without any sample are left out. */
export const getHostHistory = endpoint({
  method: 'GET',
  path: '/api/admin/overview/history',
  access: 'admin',
  input: z.object({ range: z.enum(historyRanges, 'The range must be day, month or year').default('day') }),
  output: z.object({ stepMs: z.int().min(1), from: Timestamp, to: Timestamp, data: z.array(HostSample) }),
});
