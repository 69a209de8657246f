-- The same few look-ups each time, so they are planned once: planning cost more than running for one message. And always by
-- an index: statistics from when a table was empty let it be read from end to end until somebody counted again, which made
-- fifty messages take 190 ms instead of 7.
alter function write_messages(uuid[], uuid[], uuid[], text[], text[], text[], text[], bigint[], text[])
  set plan_cache_mode = force_generic_plan;
alter function write_messages(uuid[], uuid[], uuid[], text[], text[], text[], text[], bigint[], text[])
  set enable_seqscan = off;
