-- Units that are archived or limited by the operator, and education offices with their schools.

alter table unit
  -- Since when it is kept without being used.
  add column archived_at timestamptz,
  -- What the operator allows: open accounts, and bytes of files. Null: no limit.
  add column people_limit integer check (people_limit >= 1),
  add column storage_limit bigint check (storage_limit >= 0),
  add constraint unit_archive_suspends check (archived_at is null or status <> 1);

-- Whether a unit with this address is not in use just now, and since when it is archived.
drop function portal_is_suspended(text);
create function portal_is_suspended(call_host text) returns table (suspended boolean, archived_at text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(bool_or(true), false), portal_moment(max(u.archived_at))
  from unit_host h join unit u on u.unit_id = h.unit_id where h.host = call_host and u.status <> 1
$$;

-- No more open accounts than the operator allows, whichever way one is opened. Statement by statement: an import opens thousands with one.
create function portal_hold_people_limit() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  limited record;
begin
  for limited in
    select u.unit_id, u.people_limit from unit u
    where u.people_limit is not null and u.unit_id in (select o.unit_id from opened o where o.status = 1) order by u.unit_id
  loop
    -- Two at once must not both find the last place free.
    perform pg_advisory_xact_lock(hashtextextended('people of ' || limited.unit_id, 0));
    -- A statement after the lock: it sees what whoever held it has left.
    if (select count(*) from user_account a where a.unit_id = limited.unit_id and a.status = 1) > limited.people_limit then
      raise exception 'the unit has as many people as the operator allows' using errcode = 'PL001';
    end if;
  end loop;
  return null;
end
$$;
create function portal_hold_people_limit_again() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  limited record;
begin
  -- Most changes of accounts open none.
  for limited in
    select u.unit_id, u.people_limit from unit u
    where u.people_limit is not null and u.unit_id in (
      select n.unit_id from changed n join was w on w.user_id = n.user_id where n.status = 1 and w.status <> 1) order by u.unit_id
  loop
    perform pg_advisory_xact_lock(hashtextextended('people of ' || limited.unit_id, 0));
    if (select count(*) from user_account a where a.unit_id = limited.unit_id and a.status = 1) > limited.people_limit then
      raise exception 'the unit has as many people as the operator allows' using errcode = 'PL001';
    end if;
  end loop;
  return null;
end
$$;
revoke execute on function portal_hold_people_limit(), portal_hold_people_limit_again() from portal_app;
create trigger people_limit_new after insert on user_account referencing new table as opened
for each statement execute function portal_hold_people_limit();
create trigger people_limit_opened after update on user_account referencing new table as changed old table as was
for each statement execute function portal_hold_people_limit_again();

-- How many open accounts the transaction's unit has.
create function portal_people_count() returns bigint language sql stable
return (select count(*) from user_account a where a.unit_id = portal_unit_id() and a.status = 1);

-- As before, with the operator's limit beside the unit's own.
create or replace function portal_storage_refusal(person_more bigint, unit_more bigint, hold boolean) returns text language plpgsql as $$
declare
  unit_row unit;
  unit_quota bigint;
  person uuid := portal_user_id();
  person_quota bigint;
begin
  select u.* into strict unit_row from unit u where u.unit_id = portal_unit_id();
  unit_quota := least(unit_row.storage_quota, unit_row.storage_limit);
  select portal_person_quota(unit_row, a.user_type) into strict person_quota from user_account a where a.user_id = person;
  if person_quota is not null then
    if hold then perform pg_advisory_xact_lock(hashtextextended('storage room of ' || person, 0)); end if;
    -- A statement after the lock: it sees what whoever held it has left.
    if portal_person_storage(unit_row.unit_id, person) + person_more > person_quota then return 'person'; end if;
  end if;
  if unit_quota is not null then
    if hold then perform pg_advisory_xact_lock(hashtextextended('storage room of ' || unit_row.unit_id, 0)); end if;
    if portal_unit_storage(unit_row.unit_id) + unit_more > unit_quota then return 'unit'; end if;
  end if;
  return null;
end
$$;

-- As before, with the state 'archived' and the limits.
drop function portal_operator_figures(uuid, text, text);
create function portal_operator_figures(of_unit uuid, search text, wanted text)
returns table (unit_id uuid, name text, english_name text, unit_type text, state text, delete_after timestamptz, archived_at timestamptz, created_at timestamptz,
  hosts text[], people bigint, people_limit integer, storage bigint, storage_limit bigint, last_activity timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  perform portal_require_operator();
  return query
  with found as (
    select u.*, case when u.delete_after is not null then 'deleting' when u.archived_at is not null then 'archived'
        when u.status <> 1 then 'suspended' else 'active' end as state,
      array(select h.host from unit_host h where h.unit_id = u.unit_id order by h.is_main desc, h.host) as hosts
    from unit u where of_unit is null or u.unit_id = of_unit)
  select f.unit_id, f.name, f.english_name, f.unit_type, f.state, f.delete_after, f.archived_at, f.created_at, f.hosts, coalesce(p.people, 0), f.people_limit,
    portal_unit_storage(f.unit_id), f.storage_limit, s.at
  from found f
  left join (select a.unit_id, count(*) as people from user_account a where a.status = 1 group by a.unit_id) p on p.unit_id = f.unit_id
  left join (select o.unit_id, max(o.last_used_at) as at from session o group by o.unit_id) s on s.unit_id = f.unit_id
  where (wanted is null or f.state = wanted)
    and (search = '' or position(search in lower(f.name)) > 0 or position(search in lower(f.english_name)) > 0
      or position(search in array_to_string(f.hosts, ' ')) > 0);
end
$$;

-- As suspending, but to be kept: it stays so until the unit is brought back.
create function portal_operator_archive(of_unit uuid) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  if not portal_operator_suspend(of_unit) then
    return false;
  end if;
  update unit u set archived_at = now() where u.unit_id = of_unit and u.archived_at is null;
  if found then
    perform portal_operator_tell(of_unit, 'operator.archive', '{}');
  end if;
  return true;
end
$$;
create or replace function portal_operator_bring_back(of_unit uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  update unit u set status = 1, suspended_at = null, archived_at = null, delete_after = null where u.unit_id = of_unit and u.status <> 1;
  if not found then
    return exists (select from unit u where u.unit_id = of_unit);
  end if;
  perform portal_operator_tell(of_unit, 'operator.bringBack', '{}');
  return true;
end
$$;

-- What is there already stays, whatever the limit: it only keeps from adding more.
create function portal_operator_limits(of_unit uuid, people integer, bytes bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  update unit u set people_limit = people, storage_limit = bytes
  where u.unit_id = of_unit and (u.people_limit is distinct from people or u.storage_limit is distinct from bytes);
  if found then
    perform portal_operator_tell(of_unit, 'operator.saveLimits', jsonb_build_object('peopleLimit', people, 'storageLimit', bytes));
  end if;
  return exists (select from unit u where u.unit_id = of_unit);
end
$$;

-- An education office (unit_type '1') and its schools. The operator says which schools belong to it.
alter table unit
  add column area_id uuid references unit on delete set null,
  add constraint unit_area_is_of_schools check (area_id is null or unit_type = '2');
create index on unit (area_id) where area_id is not null;

insert into permission (unit_id, code, name, parent_code, position)
select u.unit_id, 'base_area_schools', '下属学校', 'base', 104 from unit u join permission p on p.unit_id = u.unit_id and p.code = 'base' where u.unit_type = '1'
on conflict do nothing;
insert into permission_grant (unit_id, code, role_id)
select r.unit_id, p.code, r.role_id
from role r join permission p on p.unit_id = r.unit_id
where r.service = 'base' and r.code = 'XX_SYS_' and p.code = 'base_area_schools'
on conflict do nothing;

-- That a school lets a person of its education office see its people and classes for a time. Kept after its end, as a record.
create table area_access (
  access_id uuid primary key default portal_new_id(),
  -- The school that gives it.
  unit_id uuid not null references unit on delete cascade,
  area_id uuid not null references unit on delete cascade,
  area_user_id uuid not null,
  -- Null after the account was erased.
  granted_by uuid,
  reason text not null default '' check (char_length(reason) <= 200),
  granted_at timestamptz not null default now(),
  ends_at timestamptz not null,
  revoked_at timestamptz,
  opened_at timestamptz,
  uses integer not null default 0,
  check (ends_at > granted_at and ends_at <= granted_at + interval '30 days'),
  foreign key (unit_id, granted_by) references user_account (unit_id, user_id) on delete set null (granted_by),
  foreign key (area_id, area_user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on area_access (unit_id, granted_at desc);
create index on area_access (area_id, area_user_id);
create index on area_access (granted_by) where granted_by is not null;
select portal_isolate('area_access');

-- What a person of the education office looked at is in the school's trail.
alter table admin_event drop constraint admin_event_kind_check;
alter table admin_event add constraint admin_event_kind_check check (kind in ('changed', 'refused', 'command', 'area'));

-- Whether a right holds just now, beside that its school still belongs to the office.
create function portal_access_holds(given area_access) returns boolean language sql stable as $$
  select given.revoked_at is null and given.ends_at > now()
$$;

-- The schools of the transaction's unit with counts, never people. `access_ends_at`: until when the transaction's person may open it.
create function portal_area_schools(of_unit uuid)
returns table (unit_id uuid, name text, english_name text, host text, active boolean, pupils bigint, teachers bigint, parents bigint, staff bigint,
  classes bigint, today bigint, week bigint, storage bigint, access_ends_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.unit_id, u.name, u.english_name, (select h.host from unit_host h where h.unit_id = u.unit_id order by h.is_main desc, h.host limit 1), u.status = 1,
    (select count(*) from student s where s.unit_id = u.unit_id and s.class_id is not null),
    coalesce(p.teachers, 0), coalesce(p.parents, 0), coalesce(p.staff, 0),
    (select count(*) from class_group c where c.unit_id = u.unit_id and c.closed_on is null),
    coalesce(e.today, 0), coalesce(e.week, 0), portal_unit_storage(u.unit_id),
    (select max(x.ends_at) from area_access x
      where x.unit_id = u.unit_id and x.area_id = u.area_id and x.area_user_id = portal_user_id() and portal_access_holds(x))
  from unit u
  left join lateral (
    select count(*) filter (where a.user_type = 2) as teachers, count(*) filter (where a.user_type = 3) as parents,
      count(*) filter (where a.user_type = 4) as staff
    from user_account a where a.unit_id = u.unit_id and a.status = 1) p on true
  left join lateral (
    select count(distinct v.user_id) as week,
      count(distinct v.user_id) filter (where (v.at at time zone portal_operator_zone(u.unit_id))::date = (now() at time zone portal_operator_zone(u.unit_id))::date)
        as today
    from sign_in_event v where v.unit_id = u.unit_id and v.kind = 'signed-in' and v.at > now() - interval '7 days') e on true
  where u.area_id = portal_unit_id() and (of_unit is null or u.unit_id = of_unit)
$$;

-- The education office of the transaction's unit.
create function portal_own_area() returns table (unit_id uuid, name text, english_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.unit_id, o.name, o.english_name from unit u join unit o on o.unit_id = u.area_id where u.unit_id = portal_unit_id()
$$;

-- Those of the office who may look after its schools: a school gives a right to one of them by name.
create function portal_area_people() returns table (user_id uuid, real_name text, english_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.user_id, a.real_name, coalesce(nullif(a.english_name, ''), (select m.english_name from staff_member m where m.user_id = a.user_id), '')
  from unit u join user_account a on a.unit_id = u.area_id and a.status = 1
  where u.unit_id = portal_unit_id() and portal_holds(a.unit_id, a.user_id, a.user_type, 'base_schools', false)
$$;

-- The names of those whom the transaction's unit gave a right, also of those who hold none any more.
create function portal_access_names() returns table (access_id uuid, real_name text, english_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select x.access_id, a.real_name, coalesce(nullif(a.english_name, ''), (select m.english_name from staff_member m where m.user_id = a.user_id), '')
  from area_access x join user_account a on a.user_id = x.area_user_id where x.unit_id = portal_unit_id()
$$;

-- Notes in the school's trail that the transaction's person looks at it, if the school lets them. Until when; null without the right. A right that is taken away
-- meanwhile waits for this transaction, or this transaction for it.
create function portal_area_open(of_unit uuid, action text, changes jsonb, address text, user_agent text) returns timestamptz
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  until timestamptz;
begin
  update area_access x set opened_at = now(), uses = uses + 1
  where x.access_id = (
      select h.access_id from area_access h join unit u on u.unit_id = h.unit_id
      where h.unit_id = of_unit and h.area_id = portal_unit_id() and h.area_user_id = portal_user_id() and u.area_id = h.area_id and u.status = 1
        and portal_access_holds(h)
      order by h.ends_at desc limit 1)
    and x.revoked_at is null
  returning x.ends_at into until;
  if until is null then
    return null;
  end if;
  insert into admin_event (unit_id, kind, action, changes, address, user_agent)
  select of_unit, 'area', action, jsonb_build_object('person', a.real_name, 'office', o.name) || changes, address, user_agent
  from user_account a join unit o on o.unit_id = a.unit_id where a.user_id = portal_user_id();
  return until;
end
$$;

-- Puts a school below an office, or below none. Rights that it gave to another office end. False where one of them is not what it should be.
create function portal_operator_area(of_unit uuid, office uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  if not exists (select from unit u where u.unit_id = of_unit and u.unit_type = '2')
    or office is not null and not exists (select from unit u where u.unit_id = office and u.unit_type = '1') then
    return false;
  end if;
  update unit u set area_id = office where u.unit_id = of_unit and u.area_id is distinct from office;
  if found then
    update area_access x set revoked_at = now() where x.unit_id = of_unit and x.revoked_at is null and x.ends_at > now();
    perform portal_operator_tell(of_unit, 'operator.saveArea', jsonb_build_object('office', (select u.name from unit u where u.unit_id = office)));
  end if;
  return true;
end
$$;

-- As before, with the office, and the schools of an office.
create or replace function portal_operator_unit(of_unit uuid) returns json language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  return json_build_object(
    'peopleByType', (
      select json_build_object('1', count(*) filter (where a.user_type = 1), '2', count(*) filter (where a.user_type = 2),
        '3', count(*) filter (where a.user_type = 3), '4', count(*) filter (where a.user_type = 4))
      from user_account a where a.unit_id = of_unit and a.status = 1),
    'usedLately', (
      select count(distinct s.user_id) from session s where s.unit_id = of_unit and s.last_used_at > now() - interval '30 days'),
    'areaId', (select u.area_id from unit u where u.unit_id = of_unit),
    'areas', coalesce((
      select json_agg(json_build_object('unitId', u.unit_id, 'name', u.name, 'englishName', u.english_name) order by u.name)
      from unit u where u.unit_type = '1' and u.unit_id <> of_unit), '[]'),
    'schools', coalesce((
      select json_agg(json_build_object('unitId', u.unit_id, 'name', u.name, 'englishName', u.english_name) order by u.name)
      from unit u where u.area_id = of_unit), '[]'),
    'licences', coalesce((
      select json_agg(json_build_object('serverId', l.server_id, 'name', l.name, 'englishName', l.english_name,
        'endsOn', to_char(l.ends_at at time zone portal_operator_zone(of_unit), 'YYYY-MM-DD'), 'expired', l.ends_at <= now()) order by l.server_id)
      from licence l where l.unit_id = of_unit), '[]'));
end
$$;

-- What an office sends to people of its schools: written once, and a publication in each of them.
create table area_publication (
  area_publication_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit on delete cascade,
  -- Null after the account was erased.
  author_id uuid,
  title text not null check (char_length(title) between 1 and 100),
  english_title text not null default '',
  body text not null default '',
  english_body text not null default '',
  importance smallint not null check (importance between 1 and 5),
  url text check (url ~ '^https://[^/]'),
  user_types smallint[] not null,
  created_at timestamptz not null default now(),
  recalled_at timestamptz,
  foreign key (unit_id, author_id) references user_account (unit_id, user_id) on delete set null (author_id)
);
create index on area_publication (unit_id, created_at desc);
create index on area_publication (author_id) where author_id is not null;
select portal_isolate('area_publication');

-- Of a publication that the education office wrote, and of its message: the office's name stays when the office is gone.
alter table publication
  add column area_publication_id uuid references area_publication on delete set null,
  add column office_name text,
  add column office_english_name text;
create index on publication (area_publication_id) where area_publication_id is not null;
alter table message add column office_name text, add column office_english_name text;

-- How far the office's messages are in each school: counts alone.
create function portal_area_receipts(of_publications uuid[])
returns table (area_publication_id uuid, unit_id uuid, name text, english_name text, state text, recipients integer, read bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.area_publication_id, u.unit_id, u.name, u.english_name, p.state, case when p.state = 'scheduled' then p.expected else p.recipients end,
    (select count(*) from message_recipient r where r.message_id = p.message_id and r.read_at is not null)
  from area_publication o join publication p on p.area_publication_id = o.area_publication_id join unit u on u.unit_id = p.unit_id
  where o.unit_id = portal_unit_id() and o.area_publication_id = any (of_publications)
$$;
