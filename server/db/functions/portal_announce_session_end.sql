-- A session that ends is announced to every process once that is committed, whichever way ended it: what it holds open must end too. Quietly, where the
-- transaction asked for that (`portal.ends_quietly`): the page then stays as it is, and its next call asks who is there.
create or replace function portal_announce_session_end() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('portal_live',
    json_build_object('unitId', new.unit_id, 'kind', 'signed-out', 'sessionIds', json_build_array(new.session_id),
      'quietly', coalesce(current_setting('portal.ends_quietly', true), '') = 'on')::text);
  return null;
end
$$;

create or replace trigger session_ended after update of revoked_at on session for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function portal_announce_session_end();
