-- Tells third parties of the end of a session.
create or replace function portal_note_session_end() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_end_oauth_sessions(old.session_id, old.unit_id, old.user_id);
  return null;
end
$$;
revoke execute on function portal_note_session_end() from portal_app;

create or replace trigger session_ended_elsewhere after update of revoked_at on session for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function portal_note_session_end();

-- By cleanup, or with the account.
create or replace trigger session_deleted after delete on session for each row
  when (old.revoked_at is null) execute function portal_note_session_end();
