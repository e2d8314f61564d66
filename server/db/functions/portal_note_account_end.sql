-- Tells third parties of the end of each session of an account that is closed.
create or replace function portal_note_account_end() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_end_oauth_sessions(s.session_id, s.unit_id, s.user_id) from session s where s.user_id = new.user_id and s.revoked_at is null;
  return null;
end
$$;
revoke execute on function portal_note_account_end() from portal_app;

create or replace trigger user_account_closed_elsewhere after update of status on user_account for each row
  when (old.status = 1 and new.status <> 1) execute function portal_note_account_end();
