-- Leases these bytes of the transaction's unit for writing and returns the lease, or null when some of them are being removed.
create or replace function portal_lease_objects(names json) returns uuid language plpgsql as $$
declare
  lease uuid := portal_new_id();
  name text;
begin
  -- Whoever wants to remove these bytes locks the same names. Always in the same order, so that no two wait for each other.
  for name in select value from json_array_elements_text(names) value order by value loop
    perform pg_advisory_xact_lock(hashtextextended('storage object ' || portal_unit_id() || ' ' || name, 0));
  end loop;
  -- A statement after the locks: it sees the leases of whoever held them.
  if exists (
    select from storage_lease l
    where l.unit_id = portal_unit_id() and l.sha256 in (select json_array_elements_text(names))
      and l.removes and l.expires_at > now()
  ) then
    return null;
  end if;
  insert into storage_lease (lease_id, unit_id, sha256, removes, expires_at)
  select lease, portal_unit_id(), value, false, now() + interval '1 day' from json_array_elements_text(names) value;
  return lease;
end
$$;
