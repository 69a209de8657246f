import type { HistoryRange } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** The steps of the history, and how long their samples are kept. */
export const sampleSteps = {
  day: { seconds: 5 * 60, keptHours: 25 },
  month: { seconds: 60 * 60, keptHours: 31 * 24 },
  year: { seconds: 24 * 60 * 60, keptHours: 400 * 24 },
} as const satisfies Record<HistoryRange, { seconds: number; keptHours: number }>;

const allSteps = Object.values(sampleSteps).map(({ seconds }) => seconds);
const allKept = Object.values(sampleSteps).map(({ keptHours }) => keptHours);

/** What a node measures of all nodes. Null: not measured this time. */
export interface Measured {
  readonly onlinePeople: number;
  readonly devices: number;
  readonly queued: number;
  readonly latencyMs: number;
  readonly people: number | null;
  readonly uploadBytes: number | null;
  readonly databaseBytes: number | null;
}

export interface SampleRow {
  readonly at: Date;
  readonly messages: number;
  readonly onlinePeople: number | null;
  readonly devices: number | null;
  readonly queued: number | null;
  readonly latencyMs: number | null;
  readonly people: number | null;
  readonly uploadBytes: number | null;
  readonly databaseBytes: number | null;
}

/** The beginning of the present step, by the clock of the database: nodes agree on it. */
const stepStart = (sql: Sql, seconds: number | 'step') =>
  seconds === 'step'
    ? sql`to_timestamp(floor(extract(epoch from now()) / step) * step)`
    : sql`to_timestamp(floor(extract(epoch from now()) / ${seconds}::integer) * ${seconds}::integer)`;

export const hostSampleRepository = {
  /** Adds to the present step of each length. */
  async addMessages(sql: Sql, count: number): Promise<void> {
    await sql`
      insert into host_samples (step_seconds, at, messages)
      select step, ${stepStart(sql, 'step')}, ${count}
      from unnest(${allSteps}::integer[]) as steps (step)
      order by step
      on conflict (step_seconds, at) do update set messages = host_samples.messages + excluded.messages`;
  },

  /** True for one node in each step: that node measures. */
  async claim(sql: Sql, stepSeconds: number): Promise<boolean> {
    const rows = await sql`
      insert into host_samples (step_seconds, at, is_claimed)
      values (${stepSeconds}, ${stepStart(sql, stepSeconds)}, true)
      on conflict (step_seconds, at) do update set is_claimed = true where not host_samples.is_claimed
      returning at`;
    return rows.length > 0;
  },

  /** Keeps peaks, and the latest of what is measured once an hour. */
  async addMeasured(sql: Sql, measured: Measured): Promise<void> {
    await sql`
      insert into host_samples (
        step_seconds, at, online_people, devices, queued, latency_ms, people, upload_bytes, database_bytes
      )
      select
        step, ${stepStart(sql, 'step')}, ${measured.onlinePeople}, ${measured.devices}, ${measured.queued},
        ${measured.latencyMs}, ${measured.people}::bigint, ${measured.uploadBytes}::bigint,
        ${measured.databaseBytes}::bigint
      from unnest(${allSteps}::integer[]) as steps (step)
      order by step
      on conflict (step_seconds, at) do update
      set
        online_people = greatest(host_samples.online_people, excluded.online_people),
        devices = greatest(host_samples.devices, excluded.devices),
        queued = greatest(host_samples.queued, excluded.queued),
        latency_ms = greatest(host_samples.latency_ms, excluded.latency_ms),
        people = coalesce(excluded.people, host_samples.people),
        upload_bytes = coalesce(excluded.upload_bytes, host_samples.upload_bytes),
        database_bytes = coalesce(excluded.database_bytes, host_samples.database_bytes)`;
  },

  /** Oldest first. */
  async list(sql: Sql, { seconds, hours }: { seconds: number; hours: number }): Promise<SampleRow[]> {
    return sql<SampleRow[]>`
      select
        at, messages::float8 as messages, online_people, devices, queued, latency_ms, people::float8 as people,
        upload_bytes::float8 as upload_bytes, database_bytes::float8 as database_bytes
      from host_samples
      where step_seconds = ${seconds} and at > now() - make_interval(hours => ${hours})
      order by at
      limit 1000`;
  },

  /** What people sent on each of these days, today last, in UTC. */
  async listDays(sql: Sql, days: number): Promise<{ day: string; count: number }[]> {
    return sql<{ day: string; count: number }[]>`
      select to_char(day, 'YYYY-MM-DD') as day, coalesce(messages, 0)::float8 as count
      from generate_series(
        date_trunc('day', now() at time zone 'utc') - make_interval(days => ${days - 1}),
        date_trunc('day', now() at time zone 'utc'),
        interval '1 day'
      ) as day
      left join host_samples on step_seconds = ${sampleSteps.year.seconds} and at = day at time zone 'utc'
      order by day`;
  },

  async removeOutdated(sql: Sql): Promise<void> {
    await sql`
      delete from host_samples
      using unnest(${allSteps}::integer[], ${allKept}::integer[]) as steps (step, kept_hours)
      where step_seconds = step and at < now() - make_interval(hours => kept_hours)`;
  },
};
