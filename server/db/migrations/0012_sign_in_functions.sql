-- A sign-in in two round trips: counting the attempt, and letting in. They run with the application's rights; the two that begin such a round trip limit
-- the transaction to the unit themselves, as the server does for every other one.

-- Seconds for which the next attempt is refused after this many failures: `free` of them cost nothing, each further one doubles the wait up to `cap`.
-- A counter that keeps nobody waiting has no `free`.
create function portal_lock_seconds(failures integer, free integer, cap integer) returns integer language sql immutable parallel safe
return case when free is null or failures < free then 0 else least(cap, power(2, least(failures - free + 1, 30)))::integer end;

-- Counts one attempt on each key, and returns how often each has failed by now. While one of them waits, nothing is counted and every row says how
-- long, in seconds. Rows are locked in the order of their keys: attempts that share counters wait for each other and never in a circle.
create function portal_count_attempt(keys bytea[], frees integer[], caps integer[])
returns table (attempt_key bytea, failed integer, wait_seconds float8) language plpgsql as $$
declare
  counted bytea[];
  failures_now integer[];
  longest float8;
begin
  -- One key needs nothing undone: a row that waits is left as it is.
  if cardinality(keys) = 1 then
    insert into login_attempt as a (unit_id, key, failures) values (portal_unit_id(), keys[1], 1)
    on conflict (unit_id, key) do update set
      failures = case when a.last_at < now() - interval '1 hour' then 1 else a.failures + 1 end,
      last_at = now()
    where frees[1] is null or a.blocked_until is null or a.blocked_until <= clock_timestamp()
    returning a.key, a.failures, 0 into attempt_key, failed, wait_seconds;
    if not found then
      select a.key, 0, greatest(0, extract(epoch from a.blocked_until - clock_timestamp())) into attempt_key, failed, wait_seconds
      from login_attempt a where a.unit_id = portal_unit_id() and a.key = keys[1];
    elsif portal_lock_seconds(failed, frees[1], caps[1]) > 0 then
      update login_attempt a set blocked_until = clock_timestamp() + make_interval(secs => portal_lock_seconds(failed, frees[1], caps[1]))
      where a.unit_id = portal_unit_id() and a.key = keys[1];
    end if;
    return next;
    return;
  end if;
  begin
    with counting as (
      insert into login_attempt as a (unit_id, key, failures)
      select portal_unit_id(), k.key, 1 from unnest(keys) as k(key) order by k.key
      on conflict (unit_id, key) do update set
        failures = case when a.last_at < now() - interval '1 hour' then 1 else a.failures + 1 end,
        last_at = now()
      returning a.key, a.failures, a.blocked_until)
    select array_agg(c.key), array_agg(c.failures),
      coalesce(max(extract(epoch from c.blocked_until - clock_timestamp())) filter (where k.free is not null), 0)
    into counted, failures_now, longest
    from counting c join unnest(keys, frees) as k(key, free) on k.key = c.key;
    if longest > 0 then raise exception using errcode = 'PT429'; end if;
    update login_attempt a
    set blocked_until = clock_timestamp() + make_interval(secs => portal_lock_seconds(a.failures, k.free, k.cap))
    from unnest(keys, frees, caps) as k(key, free, cap)
    where a.unit_id = portal_unit_id() and a.key = k.key and portal_lock_seconds(a.failures, k.free, k.cap) > 0;
    return query select k.key, k.failed, 0::float8 from unnest(counted, failures_now) as k(key, failed);
  exception when sqlstate 'PT429' then
    -- What this block wrote is undone here: refusals do not count.
    return query select k.key, 0, longest from unnest(keys) as k(key);
  end;
end
$$;

-- Who has a login name in this unit, whether the device with this hash is known to them, and the counted attempt. A known device has a counter of its own;
-- otherwise name and address, the address, and the name count. One row; without an account its columns are null.
create function portal_begin_sign_in(unit uuid, login text, device bytea, device_key bytea, pair_key bytea, address_key bytea, account_key bytea,
  pair_free integer, pair_cap integer, address_free integer, address_cap integer)
returns table (user_id uuid, user_type smallint, active boolean, password_hash text, second_step boolean, known boolean, pair_failures integer,
  account_failures integer, wait_seconds float8) language plpgsql as $$
declare
  own_key bytea;
begin
  perform set_config('portal.unit_id', unit::text, true), set_config('portal.user_id', '', true),
    -- A power cut may forget the guesses of its last moments; nobody is told that they were stored.
    set_config('synchronous_commit', 'off', true);
  select a.user_id, a.user_type, a.status = 1, c.password_hash, exists (select from second_step s where s.user_id = a.user_id)
  into user_id, user_type, active, password_hash, second_step
  from user_account a left join credential c on c.user_id = a.user_id
  where lower(a.login_name) = lower(login);
  known := device is not null and exists (
    select from login_device d where d.user_id = portal_begin_sign_in.user_id and d.device_hash = device);
  own_key := case when known then device_key else pair_key end;
  select max(c.failed) filter (where c.attempt_key = own_key), coalesce(max(c.failed) filter (where c.attempt_key = account_key), 0),
    max(c.wait_seconds)
  into pair_failures, account_failures, wait_seconds
  from portal_count_attempt(
    case when known then array[own_key] else array[own_key, address_key, account_key] end,
    case when known then array[pair_free] else array[pair_free, address_free, null] end,
    case when known then array[pair_cap] else array[pair_cap, address_cap, null] end) c;
  return next;
end
$$;

-- Takes an attempt back that was not a failure: clears its own counter, and its share of the counters that others feed too.
create function portal_forgive_attempt(own_key bytea, shared_keys bytea[], share integer) returns void language plpgsql as $$
begin
  delete from login_attempt where unit_id = portal_unit_id() and key = own_key;
  if cardinality(shared_keys) > 0 then
    update login_attempt set failures = greatest(0, failures - share) where unit_id = portal_unit_id() and key = any (shared_keys);
  end if;
end
$$;

-- Lets somebody in who has proved who they are: takes the attempt back (no key: there was none), remembers the device (null: not), ends the browser's earlier
-- session, opens a new one, and writes both down. Returns the session and whether the person is an administrator.
create function portal_admit(unit uuid, who uuid, event_kind text, own_key bytea, shared_keys bytea[], share integer, device bytea, devices_max integer,
  earlier uuid, from_address text, agent text, family bytea, access bytea, refresh bytea, access_seconds integer, refresh_seconds integer,
  session_seconds integer)
returns table (session_id uuid, admin boolean) language plpgsql as $$
declare
  is_new boolean;
begin
  perform set_config('portal.unit_id', unit::text, true), set_config('portal.user_id', who::text, true);
  if own_key is not null then perform portal_forgive_attempt(own_key, shared_keys, share); end if;
  if device is not null then
    insert into login_device as d (unit_id, user_id, device_hash) values (portal_unit_id(), who, device)
    on conflict (user_id, device_hash) do update set last_used_at = now()
    -- Only a row that replaces none was never deleted or locked.
    returning d.xmax = 0 into is_new;
    if is_new then
      delete from login_device d
      where d.user_id = who and d.device_hash in (
        select o.device_hash from login_device o where o.user_id = who order by o.last_used_at desc offset devices_max);
    end if;
  end if;
  if earlier is not null then
    with ended as (
      update session s set revoked_at = now() where s.session_id = earlier and s.revoked_at is null returning s.unit_id, s.user_id)
    insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
    select e.unit_id, e.user_id, 'signed-out', from_address, agent from ended e;
  end if;
  insert into session as s (unit_id, user_id, user_agent, family_hash, access_hash, refresh_hash, access_expires_at, refresh_expires_at, ends_at)
  values (portal_unit_id(), who, agent, family, access, refresh, now() + make_interval(secs => access_seconds),
    now() + make_interval(secs => refresh_seconds), now() + make_interval(secs => session_seconds))
  returning s.session_id into session_id;
  insert into sign_in_event (unit_id, user_id, kind, address, user_agent) values (portal_unit_id(), who, event_kind, from_address, agent);
  admin := exists (
    select from role_member m join role r on r.role_id = m.role_id
    where m.user_id = who and r.service = 'base' and r.code = 'XX_SYS_');
  return next;
end
$$;

-- How these look rows up does not depend on the values. Otherwise each connection would plan each of their statements five times before it kept a plan.
alter function portal_begin(text, bytea) set plan_cache_mode = force_generic_plan;
alter function portal_begin_sign_in(uuid, text, bytea, bytea, bytea, bytea, bytea, integer, integer, integer, integer)
  set plan_cache_mode = force_generic_plan;
alter function portal_admit(uuid, uuid, text, bytea, bytea[], integer, bytea, integer, uuid, text, text, bytea, bytea, bytea, integer, integer, integer)
  set plan_cache_mode = force_generic_plan;
