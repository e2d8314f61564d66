-- A sign-in in three round trips instead of four.

-- As before, and counts the request first, in the same round trip, where a `request_key` is given: `over_rate` says how many seconds too early it came,
-- and then nothing else is counted or found. Where `own_network` is given, that address may do ten times as much in a network of the unit's own.
drop function portal_begin_sign_in(uuid, text, boolean, bytea, bytea, bytea, bytea, bytea, bytea, inet, integer, integer, float8, integer, float8, integer);
create function portal_begin_sign_in(unit uuid, login text, trusted boolean, device bytea, device_key bytea, pair_key bytea, account_key bytea,
  inside_key bytea, address_key bytea, from_address inet, pair_free integer, pair_cap integer, account_seconds float8, account_burst integer,
  address_seconds float8, address_burst integer, request_key bytea default null, per_minute integer default null, own_network inet default null)
returns table (user_id uuid, user_type smallint, active boolean, password_hash text, second_step boolean, known boolean, inside boolean,
  own_failures integer, wait_seconds float8, over_rate float8) language plpgsql as $$
declare
  name_key bytea;
  free integer;
begin
  known := false;
  inside := false;
  own_failures := 0;
  wait_seconds := 0;
  over_rate := 0;
  if request_key is not null then
    select c.wait_seconds into over_rate from portal_count_request(unit, request_key, per_minute, own_network) c;
    if over_rate > 0 then
      return next;
      return;
    end if;
  end if;
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
alter function portal_begin_sign_in(uuid, text, boolean, bytea, bytea, bytea, bytea, bytea, bytea, inet, integer, integer, float8, integer, float8, integer,
  bytea, integer, inet) set plan_cache_mode = force_generic_plan;

-- As before, but a counted sign-in does not wait for the disk, which took a twentieth of its time; one statement writes the events of both sessions.
create or replace function portal_admit(unit uuid, who uuid, event_kind text, own_key bytea, shared_keys bytea[], share integer, device bytea,
  devices_max integer, earlier uuid, from_address text, agent text, family bytea, access bytea, refresh bytea, access_seconds integer,
  refresh_seconds integer, session_seconds integer, factor boolean default false)
returns table (session_id uuid, admin boolean) language plpgsql as $$
declare
  is_new boolean;
  replaced session;
begin
  perform set_config('portal.unit_id', unit::text, true), set_config('portal.user_id', who::text, true);
  if own_key is not null then
    perform portal_forgive_attempt(own_key, shared_keys, share);
    -- It is a transaction of its own. A power cut may forget the sessions of its last moments, whose people sign in again; nothing else changes.
    perform set_config('synchronous_commit', 'off', true);
  end if;
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
    update session s set revoked_at = now() where s.session_id = earlier and s.revoked_at is null returning * into replaced;
  end if;
  insert into session as s (unit_id, user_id, user_agent, family_hash, access_hash, refresh_hash, access_expires_at, refresh_expires_at, ends_at,
    second_factor)
  values (portal_unit_id(), who, agent, family, access, refresh, now() + make_interval(secs => access_seconds),
    now() + make_interval(secs => refresh_seconds), now() + make_interval(secs => session_seconds), factor)
  returning s.session_id into session_id;
  insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
  select e.unit_id, e.user_id, e.kind, from_address, agent
  from (values (replaced.unit_id, replaced.user_id, 'signed-out'), (portal_unit_id(), who, event_kind)) as e (unit_id, user_id, kind)
  where e.user_id is not null;
  admin := exists (
    select from role_member m join role r on r.role_id = m.role_id
    where m.user_id = who and r.service = 'base' and r.code = 'XX_SYS_');
  return next;
end
$$;
-- A replaced function keeps none of its settings.
alter function portal_admit(uuid, uuid, text, bytea, bytea[], integer, bytea, integer, uuid, text, text, bytea, bytea, bytea, integer, integer, integer,
  boolean) set plan_cache_mode = force_generic_plan;
