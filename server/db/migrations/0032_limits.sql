-- Limits that hold across processes, and on whom they fall.

-- Networks of the unit's own, such as the address behind which the whole school is. No mistakes of others make a new device wait there.
alter table unit add column networks inet[] not null default '{}' check (cardinality(networks) <= 32);

-- How far ahead of its pace a key is: each counted thing adds the pace's interval to a moment that is never in the past. Unlogged, because each
-- request would write to the log otherwise: a crash of the database forgets these counts, and keeps those of `login_attempt`. Without an index on the
-- moment and without a foreign key, either of which would make each count slower.
create unlogged table rate_limit (
  unit_id uuid not null,
  key bytea not null,
  spent_until timestamptz not null,
  pace interval not null,
  primary key (unit_id, key)
);
select portal_isolate('rate_limit');

-- Counts one under a key that lets `burst` through at once and one more every `seconds`. Returns 0, or the seconds to wait; a refusal does not count.
create function portal_count_rate(rate_key bytea, seconds float8, burst integer) returns float8 language plpgsql as $$
declare
  each interval := make_interval(secs => seconds);
  moment timestamptz := clock_timestamp();
  waits float8;
begin
  insert into rate_limit as r (unit_id, key, spent_until, pace) values (portal_unit_id(), rate_key, moment + each, each)
  on conflict (unit_id, key) do update set spent_until = greatest(r.spent_until, moment) + each, pace = each
  where r.spent_until <= moment + each * (burst - 1);
  if found then return 0; end if;
  select extract(epoch from r.spent_until - moment - each * (burst - 1)) into waits
  from rate_limit r where r.unit_id = portal_unit_id() and r.key = rate_key;
  -- A row that was deleted meanwhile has none.
  return greatest(0.001, waits);
end
$$;

-- The seconds that `portal_count_rate` would return, without counting.
create function portal_rate_wait(rate_key bytea, seconds float8, burst integer) returns float8 language sql stable
return coalesce((
  select greatest(0, extract(epoch from r.spent_until - clock_timestamp()) - seconds * (burst - 1))
  from rate_limit r where r.unit_id = portal_unit_id() and r.key = rate_key), 0);

-- Takes back what was counted `times` times under each key, in the order in which the keys were counted, so that two never wait for each other.
create function portal_return_rates(rate_keys bytea[], times integer) returns void language plpgsql as $$
begin
  for i in 1 .. cardinality(rate_keys) loop
    update rate_limit r set spent_until = r.spent_until - r.pace * times where r.unit_id = portal_unit_id() and r.key = rate_keys[i];
  end loop;
end
$$;

create function portal_in_own_network(address inet) returns boolean language sql stable
return exists (select from unit u where u.unit_id = portal_unit_id() and address <<= any (u.networks));

-- Counts a request. In a network of the unit's own, where `address` is given, ten times as many are let through.
create function portal_count_request(unit uuid, rate_key bytea, per_minute integer, address inet) returns table (wait_seconds float8)
language plpgsql as $$
declare
  allowed integer;
begin
  perform set_config('portal.unit_id', unit::text, true), set_config('portal.user_id', '', true),
    set_config('synchronous_commit', 'off', true);
  allowed := case when address is not null and portal_in_own_network(address) then 10 * per_minute else per_minute end;
  wait_seconds := portal_count_rate(rate_key, 60.0 / allowed, allowed);
  return next;
end
$$;

-- Counts one attempt, and returns how often it has failed by now. While the counter waits, nothing is counted and the row says how long, in seconds.
drop function portal_count_attempt(bytea[], integer[], integer[]);
create function portal_count_attempt(attempt_key bytea, free integer, cap integer) returns table (failed integer, wait_seconds float8)
language plpgsql as $$
declare
  wait integer;
begin
  insert into login_attempt as a (unit_id, key, failures) values (portal_unit_id(), attempt_key, 1)
  on conflict (unit_id, key) do update set
    failures = case when a.last_at < now() - interval '1 hour' then 1 else a.failures + 1 end,
    last_at = now()
  where free is null or a.blocked_until is null or a.blocked_until <= clock_timestamp()
  returning a.failures, 0 into failed, wait_seconds;
  if not found then
    failed := 0;
    select extract(epoch from a.blocked_until - clock_timestamp()) into wait_seconds
    from login_attempt a where a.unit_id = portal_unit_id() and a.key = attempt_key;
    wait_seconds := greatest(0.001, wait_seconds);
  else
    wait := portal_lock_seconds(failed, free, cap);
    if wait > 0 then
      update login_attempt a set blocked_until = clock_timestamp() + make_interval(secs => wait)
      where a.unit_id = portal_unit_id() and a.key = attempt_key;
    end if;
  end if;
  return next;
end
$$;

-- Who has a login name in this unit, and the counted attempt. A device that the person has signed in on, or a session of theirs (`trusted`), has a
-- counter of its own and no other. Elsewhere the name at this address, the name, and the address count; in a network of the unit's own the name alone,
-- with a rate of its own that attempts from elsewhere do not spend. One row; without an account its columns are null.
drop function portal_begin_sign_in(uuid, text, bytea, bytea, bytea, bytea, bytea, integer, integer, integer, integer);
create function portal_begin_sign_in(unit uuid, login text, trusted boolean, device bytea, device_key bytea, pair_key bytea, account_key bytea,
  inside_key bytea, address_key bytea, from_address inet, pair_free integer, pair_cap integer, account_seconds float8, account_burst integer,
  address_seconds float8, address_burst integer)
returns table (user_id uuid, user_type smallint, active boolean, password_hash text, second_step boolean, known boolean, inside boolean,
  own_failures integer, wait_seconds float8) language plpgsql as $$
declare
  name_key bytea;
  free integer;
begin
  perform set_config('portal.unit_id', unit::text, true), set_config('portal.user_id', '', true),
    -- A power cut may forget the guesses of its last moments; nobody is told that they were stored.
    set_config('synchronous_commit', 'off', true);
  select a.user_id, a.user_type, a.status = 1, c.password_hash, exists (select from second_step s where s.user_id = a.user_id)
  into user_id, user_type, active, password_hash, second_step
  from user_account a left join credential c on c.user_id = a.user_id
  where lower(a.login_name) = lower(login);
  known := trusted or device is not null and exists (
    select from login_device d where d.user_id = portal_begin_sign_in.user_id and d.device_hash = device);
  inside := not known and portal_in_own_network(from_address);
  if known then
    select c.failed, c.wait_seconds into own_failures, wait_seconds from portal_count_attempt(device_key, pair_free, pair_cap) c;
    return next;
    return;
  end if;
  name_key := case when inside then inside_key else account_key end;
  -- Counted inside as well, but without a wait: as much is written as elsewhere.
  free := case when inside then null else pair_free end;
  -- Most refusals end here, without a write.
  wait_seconds := greatest(
    portal_rate_wait(name_key, account_seconds, account_burst),
    case when inside then 0 else portal_rate_wait(address_key, address_seconds, address_burst) end,
    case when inside then 0 else (
      select extract(epoch from a.blocked_until - clock_timestamp()) from login_attempt a
      where a.unit_id = portal_unit_id() and a.key = pair_key) end);
  if wait_seconds > 0 then
    own_failures := 0;
    return next;
    return;
  end if;
  begin
    select c.failed, c.wait_seconds into own_failures, wait_seconds from portal_count_attempt(pair_key, free, pair_cap) c;
    if wait_seconds = 0 then wait_seconds := portal_count_rate(name_key, account_seconds, account_burst); end if;
    if wait_seconds = 0 and not inside then wait_seconds := portal_count_rate(address_key, address_seconds, address_burst); end if;
    if wait_seconds > 0 then raise exception using errcode = 'PT429'; end if;
  exception when sqlstate 'PT429' then
    -- What this block wrote is undone here: refusals do not count.
    own_failures := 0;
  end;
  return next;
end
$$;

-- Takes an attempt back that was not a failure: clears its own counter, and its share of the rates that others spend too.
create or replace function portal_forgive_attempt(own_key bytea, shared_keys bytea[], share integer) returns void language plpgsql as $$
begin
  delete from login_attempt where unit_id = portal_unit_id() and key = own_key;
  perform portal_return_rates(shared_keys, share);
end
$$;

alter function portal_begin_sign_in(uuid, text, boolean, bytea, bytea, bytea, bytea, bytea, bytea, inet, integer, integer, float8, integer, float8, integer)
  set plan_cache_mode = force_generic_plan;
alter function portal_count_request(uuid, bytea, integer, inet) set plan_cache_mode = force_generic_plan;
