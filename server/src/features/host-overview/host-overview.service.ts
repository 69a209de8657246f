import type { HistoryRange, HostNode, HostOverview } from '@chat-app/contract';
import type { Database } from '../../platform/db/database.ts';
import { createKept } from '../../platform/kept.ts';
import { measureDisk } from '../../platform/storage/disk-space.ts';
import { hostFiguresRepository } from './host-figures.repository.ts';
import { hostNodeRepository, type NodeRow } from './host-nodes.repository.ts';
import { hostSampleRepository, sampleSteps, type SampleRow } from './host-samples.repository.ts';

interface HostOverviewDeps {
  readonly countOnline: () => Promise<number>;
  readonly database: Database;
  readonly dataDir: string;
  /** Brings what this node reports up to date. */
  readonly report: () => Promise<void>;
}

export type HostOverviewService = ReturnType<typeof createHostOverview>;

/** Figures that are counted over whole tables stay this long. The console asks every 15 seconds. */
const keptMs = { people: 15_000, storage: 300_000 };
const daysShown = 30;
const shownHours: Record<HistoryRange, number> = { day: 24, month: 30 * 24, year: 365 * 24 };

export function createHostOverview({ countOnline, database, dataDir, report }: HostOverviewDeps) {
  const { sql } = database;
  const people = createKept(keptMs.people, () => hostFiguresRepository.countPeople(sql));
  const storage = createKept(keptMs.storage, () => hostFiguresRepository.measureStorage(sql));

  async function measureLatency(): Promise<number> {
    const startedAt = performance.now();
    await database.ping();
    return Math.round((performance.now() - startedAt) * 100) / 100;
  }

  /** Of all nodes. */
  async function findLoad() {
    const nodes = await hostNodeRepository.list(sql);
    const devices = nodes.reduce((sum, node) => sum + node.devices, 0);
    return { nodes, devices, queues: addQueues(nodes) };
  }

  async function measure(areTotalsDue: boolean) {
    const { devices, queues } = await findLoad();
    const counted = areTotalsDue ? await hostFiguresRepository.countPeople(sql) : null;
    const stored = areTotalsDue ? await hostFiguresRepository.measureStorage(sql) : null;
    await hostSampleRepository.addMeasured(sql, {
      onlinePeople: await countOnline(),
      devices,
      queued: queues.reduce((sum, { depth }) => sum + depth, 0),
      latencyMs: await measureLatency(),
      people: counted?.total ?? null,
      uploadBytes: stored?.uploadBytes ?? null,
      databaseBytes: stored?.databaseBytes ?? null,
    });
  }

  return {
    async find(): Promise<HostOverview> {
      await report();
      const { nodes, devices, queues } = await findLoad();
      const disk = await measureDisk(dataDir);
      return {
        takenAt: new Date().toISOString(),
        people: await people.get(),
        online: { people: await countOnline(), devices },
        messagesPerDay: await hostSampleRepository.listDays(sql, daysShown),
        storage: {
          ...(await storage.get()),
          diskFreeBytes: disk?.freeBytes ?? null,
          diskTotalBytes: disk?.totalBytes ?? null,
        },
        queues,
        database: { latencyMs: await measureLatency() },
        nodes: nodes.map(presentNode),
      };
    },

    async findHistory(range: HistoryRange) {
      await report();
      const { seconds } = sampleSteps[range];
      const to = Date.now();
      const hours = shownHours[range];
      const samples = await hostSampleRepository.list(sql, { seconds, hours });
      const [from, until] = [to - hours * 3_600_000, to].map((ms) => new Date(ms).toISOString());
      return { stepMs: seconds * 1000, from: from ?? '', to: until ?? '', data: samples.map(presentSample) };
    },

    /** Called often by every node. Measures once in each step, on one of them, and what is counted long once an hour. */
    async sample(): Promise<void> {
      await report();
      if (!(await hostSampleRepository.claim(sql, sampleSteps.day.seconds))) return;
      // First, so that rows do not pile up where counting fails.
      await hostSampleRepository.removeOutdated(sql);
      await hostNodeRepository.removeSilent(sql);
      await measure(await hostSampleRepository.claim(sql, sampleSteps.month.seconds));
    },
  };
}

function addQueues(nodes: readonly NodeRow[]): HostOverview['queues'] {
  const depthByName = new Map<string, number>();
  for (const { queues } of nodes) {
    for (const [name, depth] of Object.entries(queues)) depthByName.set(name, (depthByName.get(name) ?? 0) + depth);
  }
  return Array.from(depthByName, ([name, depth]) => ({ name, depth }));
}

function presentNode({ poolSize, poolInUse, poolWaiting, ...node }: NodeRow): HostNode {
  return {
    id: node.id,
    version: node.version,
    role: node.role,
    startedAt: node.startedAt.toISOString(),
    seenAt: node.seenAt.toISOString(),
    devices: node.devices,
    pool: { size: poolSize, inUse: poolInUse, waiting: poolWaiting },
  };
}

const presentSample = (row: SampleRow) => ({ ...row, at: row.at.toISOString() });
