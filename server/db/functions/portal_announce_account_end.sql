-- As portal_announce_session_end, for all sessions of an account that is closed.
create or replace function portal_announce_account_end() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('portal_live',
    json_build_object('unitId', new.unit_id, 'kind', 'signed-out', 'userIds', json_build_array(new.user_id))::text);
  return null;
end
$$;

create or replace trigger user_account_closed after update of status on user_account for each row
  when (old.status = 1 and new.status <> 1) execute function portal_announce_account_end();
