-- A domain event of a process without a bus: one of the nodes that read it deletes it and publishes it.
alter table access_changes add column event jsonb;
