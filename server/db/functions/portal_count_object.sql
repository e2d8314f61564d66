-- Keeps storage_use, the bytes of a unit.
create or replace function portal_count_object() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into storage_use as u (unit_id, bytes) values (new.unit_id, new.size)
    on conflict (unit_id) do update set bytes = u.bytes + excluded.bytes;
  else
    update storage_use set bytes = bytes - old.size where unit_id = old.unit_id;
  end if;
  return null;
end
$$;

-- It runs as the transaction ends, so that nobody holds the unit's row while bytes move on the disk, or waits for another lock with it.
drop trigger if exists storage_object_counted on storage_object;
create constraint trigger storage_object_counted after insert or delete on storage_object
deferrable initially deferred for each row execute function portal_count_object();
