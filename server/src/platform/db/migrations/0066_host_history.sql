-- The running processes, as each reports itself.
create table host_nodes (
  id uuid constraint host_nodes_pkey primary key,
  version text not null,
  role text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  devices integer not null,
  people integer not null,
  -- Jobs waiting or under way, by the name of the queue.
  queues jsonb not null,
  pool_size integer not null,
  pool_in_use integer not null,
  pool_waiting integer not null
);

-- Figures over time, in steps of 5 minutes, an hour and a day. A sweep bounds the number of rows.
create table host_samples (
  step_seconds integer not null,
  at timestamptz not null,
  messages bigint not null default 0,
  -- A node has begun to measure this step.
  is_claimed boolean not null default false,
  online_people integer,
  devices integer,
  queued integer,
  latency_ms real,
  people bigint,
  upload_bytes bigint,
  database_bytes bigint,
  constraint host_samples_pkey primary key (step_seconds, at)
);
