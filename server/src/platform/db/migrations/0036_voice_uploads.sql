-- The length of a voice message, and its loudness as numbers separated by commas.
alter table uploads
  add column duration_ms integer,
  add column waveform text;
