import type { Sql } from '../../platform/db/database.ts';
import type { Load } from '../../platform/metrics/metrics.ts';
import type { NodeId } from '../../platform/ids.ts';

interface ReportedNode {
  readonly id: NodeId;
  readonly version: string;
  readonly role: string;
  readonly startedAt: Date;
  readonly load: Load;
}

export interface NodeRow {
  readonly id: NodeId;
  readonly version: string;
  readonly role: string;
  readonly startedAt: Date;
  readonly seenAt: Date;
  readonly devices: number;
  readonly people: number;
  readonly queues: Record<string, number>;
  readonly poolSize: number;
  readonly poolInUse: number;
  readonly poolWaiting: number;
}

export const hostNodeRepository = {
  async report(sql: Sql, { id, version, role, startedAt, load }: ReportedNode): Promise<void> {
    const { sockets, people, pool, depthByQueue } = load;
    await sql`
      insert into host_nodes (
        id, version, role, started_at, devices, people, queues, pool_size, pool_in_use, pool_waiting
      )
      values (
        ${id}, ${version}, ${role}, ${startedAt}, ${sockets}, ${people}, ${JSON.stringify(depthByQueue)}::jsonb,
        ${pool.size}, ${pool.inUse}, ${pool.waiting}
      )
      on conflict (id) do update
      set
        seen_at = now(), devices = excluded.devices, people = excluded.people, queues = excluded.queues,
        pool_size = excluded.pool_size, pool_in_use = excluded.pool_in_use, pool_waiting = excluded.pool_waiting`;
  },

  /** Those that have reported lately, the longest running one first. */
  async list(sql: Sql): Promise<NodeRow[]> {
    return sql<NodeRow[]>`
      select
        id, version, role, started_at, seen_at, devices, people, queues, pool_size, pool_in_use, pool_waiting
      from host_nodes
      where seen_at > now() - interval '2 minutes'
      order by started_at, id
      limit 1000`;
  },

  async remove(sql: Sql, id: NodeId): Promise<void> {
    await sql`delete from host_nodes where id = ${id}`;
  },

  async removeSilent(sql: Sql): Promise<void> {
    await sql`delete from host_nodes where seen_at < now() - interval '2 minutes'`;
  },
};
