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
