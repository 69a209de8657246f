-- Every node learns from it that a session has ended, whoever ended it.
create function log_ended_sessions() returns trigger language plpgsql as $$
begin
  insert into access_changes (session_id) select id from ended;
  return null;
end
$$;
create trigger sessions_ended after delete on sessions
  referencing old table as ended for each statement execute function log_ended_sessions();
