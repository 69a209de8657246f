-- Nobody can sign in to a suspended account, also not on a node of the previous release, which does not know of suspensions:
-- the session is not stored.
create function skip_suspended_session() returns trigger language plpgsql as $$
begin
  -- A suspension at the same moment waits, and then ends this session too.
  perform from users where id = new.user_id and suspended_at is null for share;
  if found then
    return new;
  end if;
  return null;
end
$$;
create trigger sessions_not_suspended before insert on sessions
  for each row execute function skip_suspended_session();
