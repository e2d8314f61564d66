-- The operator's administration of units. Its functions run with the owner's rights, ask for the operator themselves, and return figures, never people.

alter table unit
  -- Since when nobody can use it.
  add column suspended_at timestamptz,
  -- From then on it is deleted with all that belongs to it.
  add column delete_after timestamptz,
  add constraint unit_deletion_suspends check (delete_after is null or status <> 1);

-- The address that is named first, where one is enough.
alter table unit_host add column is_main boolean not null default false;
update unit_host h set is_main = true where h.host = (select min(o.host) from unit_host o where o.unit_id = h.unit_id);
create unique index on unit_host (unit_id) where is_main;

-- The right of an operator is a role that comes and goes with the flag, and that no administrator gives.
create function portal_keep_operator_right() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.superman then
    insert into permission (unit_id, code, name, parent_code, position) values (new.unit_id, 'operator', '平台运维', null, 200) on conflict do nothing;
    insert into role (unit_id, service, code, name, english_name) values (new.unit_id, 'portal', 'OPERATOR', '平台负责人', 'Operator of the portal')
    on conflict do nothing;
    insert into permission_grant (unit_id, code, role_id)
    select r.unit_id, 'operator', r.role_id from role r where r.unit_id = new.unit_id and r.service = 'portal' and r.code = 'OPERATOR'
    on conflict do nothing;
    insert into role_member (unit_id, role_id, user_id)
    select r.unit_id, r.role_id, new.user_id from role r where r.unit_id = new.unit_id and r.service = 'portal' and r.code = 'OPERATOR'
    on conflict do nothing;
  else
    delete from role_member m using role r
    where m.user_id = new.user_id and r.role_id = m.role_id and r.service = 'portal' and r.code = 'OPERATOR';
  end if;
  return null;
end
$$;
revoke execute on function portal_keep_operator_right() from portal_app;
create trigger operator_flag_given after insert on user_account for each row when (new.superman) execute function portal_keep_operator_right();
create trigger operator_flag_changed after update of superman on user_account for each row
  when (old.superman is distinct from new.superman) execute function portal_keep_operator_right();
-- Operators of before: the trigger gives them the right as their flag is set again.
create temporary table operator_before on commit drop as select user_id from user_account where superman;
update user_account set superman = false where user_id in (select user_id from operator_before);
update user_account set superman = true where user_id in (select user_id from operator_before);

create function portal_is_operator() returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from user_account a where a.user_id = portal_user_id() and a.unit_id = portal_unit_id() and a.superman and a.status = 1)
$$;
create function portal_require_operator() returns void language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if not portal_is_operator() then
    raise exception 'only the operator may do this' using errcode = 'insufficient_privilege';
  end if;
end
$$;

-- Whether a unit with this address is not in use just now.
create function portal_is_suspended(call_host text) returns table (suspended boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from unit_host h join unit u on u.unit_id = h.unit_id where h.host = call_host and u.status <> 1)
$$;

-- A moment as the contract has it.
create function portal_moment(at timestamptz) returns text language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
$$;

-- Units with their figures. Of one, or of all that fit.
create function portal_operator_figures(of_unit uuid, search text, wanted text)
returns table (unit_id uuid, name text, english_name text, unit_type text, state text, delete_after timestamptz, created_at timestamptz, hosts text[],
  people bigint, storage bigint, last_activity timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  perform portal_require_operator();
  return query
  with found as (
    select u.*, case when u.delete_after is not null then 'deleting' when u.status <> 1 then 'suspended' else 'active' end as state,
      array(select h.host from unit_host h where h.unit_id = u.unit_id order by h.is_main desc, h.host) as hosts
    from unit u where of_unit is null or u.unit_id = of_unit)
  select f.unit_id, f.name, f.english_name, f.unit_type, f.state, f.delete_after, f.created_at, f.hosts, coalesce(p.people, 0),
    portal_unit_storage(f.unit_id), s.at
  from found f
  left join (select a.unit_id, count(*) as people from user_account a where a.status = 1 group by a.unit_id) p on p.unit_id = f.unit_id
  left join (select o.unit_id, max(o.last_used_at) as at from session o group by o.unit_id) s on s.unit_id = f.unit_id
  where (wanted is null or f.state = wanted)
    and (search = '' or position(search in lower(f.name)) > 0 or position(search in lower(f.english_name)) > 0
      or position(search in array_to_string(f.hosts, ' ')) > 0);
end
$$;

-- What the page of one unit shows besides.
create function portal_operator_unit(of_unit uuid) returns json language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  return json_build_object(
    'peopleByType', (
      select json_build_object('1', count(*) filter (where a.user_type = 1), '2', count(*) filter (where a.user_type = 2),
        '3', count(*) filter (where a.user_type = 3), '4', count(*) filter (where a.user_type = 4))
      from user_account a where a.unit_id = of_unit and a.status = 1),
    'usedLately', (
      select count(distinct s.user_id) from session s where s.unit_id = of_unit and s.last_used_at > now() - interval '30 days'),
    'licences', coalesce((
      select json_agg(json_build_object('serverId', l.server_id, 'name', l.name, 'englishName', l.english_name,
        'endsOn', to_char(l.ends_at at time zone portal_operator_zone(of_unit), 'YYYY-MM-DD'), 'expired', l.ends_at <= now()) order by l.server_id)
      from licence l where l.unit_id = of_unit), '[]'));
end
$$;
create function portal_operator_zone(of_unit uuid) returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select s.time_zone from attendance_settings s where s.unit_id = of_unit), 'Asia/Shanghai')
$$;
revoke execute on function portal_operator_zone(uuid) from portal_app;

-- Changes return whether there is such a unit. Each is told to the unit's administrators by an event of their trail.
create function portal_operator_tell(of_unit uuid, action text, changes jsonb) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into admin_event (unit_id, kind, action, changes, address, user_agent)
  select of_unit, 'command', action, changes, '', '' where of_unit <> portal_unit_id()
$$;
revoke execute on function portal_operator_tell(uuid, text, jsonb) from portal_app;

-- Whoever is signed in is signed out at once, third parties lose their tokens.
create function portal_operator_suspend(of_unit uuid) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  update unit u set status = 0, suspended_at = now() where u.unit_id = of_unit and u.status = 1;
  if not found then
    return exists (select from unit u where u.unit_id = of_unit);
  end if;
  update session s set revoked_at = now() where s.unit_id = of_unit and s.revoked_at is null;
  delete from oauth_artifact o where o.unit_id = of_unit;
  perform portal_operator_tell(of_unit, 'operator.suspend', '{}');
  return true;
end
$$;
create function portal_operator_bring_back(of_unit uuid) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  update unit u set status = 1, suspended_at = null, delete_after = null where u.unit_id = of_unit and u.status <> 1;
  if not found then
    return exists (select from unit u where u.unit_id = of_unit);
  end if;
  perform portal_operator_tell(of_unit, 'operator.bringBack', '{}');
  return true;
end
$$;
create function portal_operator_delete(of_unit uuid, days integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  if not portal_operator_suspend(of_unit) then
    return false;
  end if;
  update unit u set delete_after = now() + make_interval(days => days) where u.unit_id = of_unit and u.delete_after is null;
  if found then
    perform portal_operator_tell(of_unit, 'operator.delete', jsonb_build_object('days', days));
  end if;
  return true;
end
$$;
create function portal_operator_keep(of_unit uuid) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  update unit u set delete_after = null where u.unit_id = of_unit and u.delete_after is not null;
  if found then
    perform portal_operator_tell(of_unit, 'operator.keep', '{}');
  end if;
  return exists (select from unit u where u.unit_id = of_unit);
end
$$;

-- Gives a unit these addresses alone, the main one first. Returns those that belong to another unit; then nothing is changed.
create function portal_operator_hosts(of_unit uuid, hosts text[]) returns text[]
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  taken text[];
begin
  perform portal_require_operator();
  -- Two changes at once must not both find an address free.
  lock table unit_host in share row exclusive mode;
  taken := array(select h.host from unit_host h where h.host = any (hosts) and h.unit_id <> of_unit);
  if cardinality(taken) > 0 then
    return taken;
  end if;
  delete from unit_host h where h.unit_id = of_unit and h.host <> all (hosts);
  update unit_host h set is_main = false where h.unit_id = of_unit and h.is_main;
  insert into unit_host (host, unit_id, is_main)
  select given.host, of_unit, given.place = 1 from unnest(hosts) with ordinality as given (host, place)
  on conflict (host) do update set is_main = excluded.is_main;
  perform portal_operator_tell(of_unit, 'operator.saveHosts', jsonb_build_object('hosts', hosts));
  return '{}';
end
$$;

-- A module's licence, to the end of a day in the unit's time zone; without a day it is taken away.
create function portal_operator_licence(of_unit uuid, service text, label text, english_label text, ends_on date) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  if not exists (select from unit u where u.unit_id = of_unit) then
    return false;
  end if;
  if ends_on is null then
    delete from licence l where l.unit_id = of_unit and l.server_id = service;
  else
    insert into licence as l (unit_id, server_id, name, english_name, ends_at)
    values (of_unit, service, label, english_label,
      (ends_on + 1)::timestamp at time zone portal_operator_zone(of_unit) - interval '1 second')
    on conflict (unit_id, server_id) do update set name = excluded.name, english_name = excluded.english_name, ends_at = excluded.ends_at;
  end if;
  perform portal_operator_tell(of_unit, 'operator.saveLicence', jsonb_build_object('serverId', service, 'endsOn', ends_on));
  return true;
end
$$;

-- How the installation is: figures that no unit sees.
create function portal_operator_health() returns json language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  return json_build_object(
    'database', json_build_object('bytes', pg_database_size(current_database()), 'version', current_setting('server_version'),
      'connections', (select count(*) from pg_stat_activity where datname = current_database()),
      'connectionsMax', current_setting('max_connections')::int),
    'storage', json_build_object('bytes', coalesce((select sum(portal_unit_storage(u.unit_id)) from unit u), 0),
      'files', (select count(*) from storage_object), 'uploads', (select count(*) from storage_upload)),
    'mail', json_build_object('waiting', (select count(*) from outgoing_mail m where m.failed_at is null),
      'failed', (select count(*) from outgoing_mail m where m.failed_at is not null)),
    'jobs', json_build_object(
      'waiting', (select count(*) from portal_jobs.job j where j.state in ('created', 'retry') and j.name <> 'scheduled'),
      'running', (select count(*) from portal_jobs.job j where j.state = 'active'),
      'failed', coalesce((
        select json_agg(json_build_object('id', f.id, 'name', f.name, 'job', f.job, 'failedAt', portal_moment(f.completed_on), 'code', f.code)
          order by f.completed_on desc)
        from (
          select j.id, j.name, coalesce(j.data ->> 'job', j.name) as job, j.completed_on, coalesce(j.output ->> 'code', '') as code
          from portal_jobs.job j where j.state = 'failed' and j.name <> 'dead-letters' order by j.completed_on desc limit 50) f), '[]')));
end
$$;

-- Tries a job again that no attempt was left of. False when it is not there any more.
create function portal_operator_retry(job_id uuid) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  queue text;
begin
  perform portal_require_operator();
  update portal_jobs.job j set state = 'retry', retry_limit = j.retry_count + 1, start_after = now(), completed_on = null, output = null
  where j.id = job_id and j.state = 'failed' and j.name <> 'dead-letters'
  returning j.name into queue;
  if queue is null then
    return false;
  end if;
  perform pg_notify('portal_jobs', queue);
  return true;
end
$$;

-- Deletes a unit and every row of it. One statement, so that foreign keys between the rows are checked when all are gone.
create function portal_delete_unit(of_unit uuid) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  execute (
    select 'with ' || string_agg(format('d%s as (delete from %s where unit_id = $1)', c.oid, c.oid::regclass), ', ')
      || ' delete from unit where unit_id = $1'
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'unit_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.oid <> 'unit'::regclass)
  using of_unit;
  delete from portal_jobs.job j where j.data ->> 'unitId' = of_unit::text;
  delete from portal_jobs.archive j where j.data ->> 'unitId' = of_unit::text;
end
$$;
revoke execute on function portal_delete_unit(uuid) from portal_app;
