-- The bytes of all hand-ins of a class. With the owner's rights: a pupil sees no files of others, but whether there is room.
create or replace function portal_class_storage(class uuid) returns bigint language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(f.size), 0)::bigint from hand_in h join hand_in_file f using (hand_in_id)
  where h.class_id = class and (h.unit_id = portal_unit_id() or portal_unit_id() is null)
$$;
