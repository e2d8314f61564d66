-- The storage of a class, which its hand-ins take, and the bin of hand-ins.

-- Bytes: of each class, and of one that has a figure of its own. Null: no limit, and for a class the unit's figure.
alter table unit add column class_quota bigint default 5368709120 check (class_quota >= 0);
alter table class_group add column storage_quota bigint check (storage_quota >= 0);

-- Null: no limit.
create function portal_class_quota(class uuid) returns bigint language sql stable as $$
  select coalesce(c.storage_quota, u.class_quota) from public.class_group c join public.unit u using (unit_id) where c.class_id = class
$$;

-- The bytes of all hand-ins of a class. With the owner's rights: a pupil sees no files of others, but whether there is room.
create function portal_class_storage(class uuid) returns bigint language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(f.size), 0)::bigint from hand_in h join hand_in_file f using (hand_in_id)
  where h.class_id = class and (h.unit_id = portal_unit_id() or portal_unit_id() is null)
$$;

-- The last thing that adds bytes to a class: what the application refused with its own code gets this far only past it.
create function portal_check_class_storage() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  class uuid;
begin
  select h.class_id into class from hand_in h where h.hand_in_id = new.hand_in_id;
  perform pg_advisory_xact_lock(hashtextextended('storage room of class ' || class, 0));
  -- A statement after the lock: it sees what the transaction that held it has left.
  if portal_class_storage(class) + new.size > portal_class_quota(class) then
    raise exception 'the storage of class % is full', class using errcode = 'check_violation', constraint = 'hand_in_file_class_quota';
  end if;
  return new;
end
$$;
create trigger hand_in_file_class_quota before insert on hand_in_file for each row execute function portal_check_class_storage();

-- Removed: shown to its teacher alone, who can restore it until the clean-up.
alter table hand_in add column removed_at timestamptz;
create index on hand_in (removed_at) where removed_at is not null;
create index on hand_in (due_at);
grant update (removed_at) on hand_in to portal_app;

drop policy portal_hand_in_read on hand_in;
create policy portal_hand_in_read on hand_in as restrictive for select to portal_app using (
  current_user <> 'portal_app' or author_id = (select portal_user_id())
  or removed_at is null and class_id in (select s.class_id from portal_own_students() s) or (select portal_reads_all_people()));
-- A row that is looked for by a pupil's insert or delete is not there once it is removed, by the policy above.
drop policy portal_hand_in_remove on hand_in;
-- Only the clean-up deletes: what pupils handed in is not lost with one press.
create policy portal_hand_in_remove on hand_in as restrictive for delete to portal_app using (current_user <> 'portal_app');
