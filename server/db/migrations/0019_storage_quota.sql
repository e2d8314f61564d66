-- How much room a unit and each of its people have for files, and how much they use. Bytes; null: no limit.

alter table unit
  -- The whole unit. Only who runs the server knows its disk, so there is none until somebody says one.
  add column storage_quota bigint check (storage_quota >= 0),
  -- Each person, by their type.
  add column student_quota bigint default 10737418240 check (student_quota >= 0),
  add column teacher_quota bigint default 107374182400 check (teacher_quota >= 0),
  add column parent_quota bigint default 5368709120 check (parent_quota >= 0),
  add column staff_quota bigint default 107374182400 check (staff_quota >= 0);

-- A file's size stands beside its name too: what somebody uses is then read from one index, without a look at the object of each of their files.
alter table storage_file add column size bigint;
update storage_file f set size = o.size from storage_object o where o.unit_id = f.unit_id and o.sha256 = f.sha256;
alter table storage_file alter column size set not null;
drop index storage_file_unit_id_owner_id_folder_id_idx;
create index on storage_file (unit_id, owner_id, folder_id) include (size);

-- The bytes of a unit's objects, kept together: there may be a million of them.
create table storage_use (
  unit_id uuid primary key references unit,
  bytes bigint not null
);
insert into storage_use (unit_id, bytes) select unit_id, sum(size) from storage_object group by unit_id;
select portal_isolate('storage_use');
-- Only the trigger below writes it.
revoke insert, update, delete on storage_use from portal_app;

create function portal_count_object() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- As the transaction ends, so that nobody holds the unit's row while bytes move on the disk, or waits for another lock with it.
create constraint trigger storage_object_counted after insert or delete on storage_object
deferrable initially deferred for each row execute function portal_count_object();

-- What a person uses: their files, in the bin too, and what they have begun to upload.
create function portal_person_storage(unit uuid, person uuid) returns bigint language sql stable
return coalesce((select sum(f.size) from storage_file f where f.unit_id = unit and f.owner_id = person), 0)
  + coalesce((select sum(u.size) from storage_upload u where u.unit_id = unit and u.owner_id = person), 0);

-- What a unit uses: bytes that several files show count once, and what everybody has begun to upload.
create function portal_unit_storage(unit uuid) returns bigint language sql stable
return coalesce((select u.bytes from storage_use u where u.unit_id = unit), 0)
  + coalesce((select sum(u.size) from storage_upload u where u.unit_id = unit), 0);

-- How much each person of this type may use.
create function portal_person_quota(of unit, user_type smallint) returns bigint language sql immutable parallel safe
return case user_type when 1 then (of).student_quota when 2 then (of).teacher_quota when 3 then (of).parent_quota else (of).staff_quota end;

-- Why the transaction's person cannot have this much more, for themselves and of their unit: 'person', 'unit', or null when they can. With `hold`, nobody
-- else gets the same room until the transaction ends; it is then to be the last thing that the transaction waits for. First the person, then the unit:
-- whoever holds both never waits in a circle.
create function portal_storage_refusal(person_more bigint, unit_more bigint, hold boolean) returns text language plpgsql as $$
declare
  unit_row unit;
  person uuid := portal_user_id();
  person_quota bigint;
begin
  select u.* into strict unit_row from unit u where u.unit_id = portal_unit_id();
  select portal_person_quota(unit_row, a.user_type) into strict person_quota from user_account a where a.user_id = person;
  if person_quota is not null then
    if hold then perform pg_advisory_xact_lock(hashtextextended('storage room of ' || person, 0)); end if;
    -- A statement after the lock: it sees what whoever held it has left.
    if portal_person_storage(unit_row.unit_id, person) + person_more > person_quota then return 'person'; end if;
  end if;
  if unit_row.storage_quota is not null then
    if hold then perform pg_advisory_xact_lock(hashtextextended('storage room of ' || unit_row.unit_id, 0)); end if;
    if portal_unit_storage(unit_row.unit_id) + unit_more > unit_row.storage_quota then return 'unit'; end if;
  end if;
  return null;
end
$$;
