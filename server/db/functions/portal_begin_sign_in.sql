-- Who has a login name in this unit, whether the device with this hash is known to them, and the counted attempt. A known device has a counter of its own;
-- otherwise name and address, the address, and the name count. One row; without an account its columns are null.
create or replace function portal_begin_sign_in(given json)
returns table (user_id uuid, user_type smallint, active boolean, password_hash text, second_step boolean, known boolean, inside boolean,
  own_failures integer, wait_seconds float8, over_rate float8, first_days float8) language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  a record;
  name_key bytea;
  free integer;
begin
  select * into a from json_to_record(given) as g (
    unit uuid, login text, trusted boolean, device bytea, device_key bytea, pair_key bytea, account_key bytea, inside_key bytea, address_key bytea,
    address inet, pair_free integer, pair_cap integer, account_seconds float8, account_burst integer, address_seconds float8, address_burst integer,
    request_key bytea, per_minute integer, own_network inet);
  known := false;
  inside := false;
  own_failures := 0;
  wait_seconds := 0;
  over_rate := 0;
  if a.request_key is not null then
    select c.wait_seconds into over_rate from portal_count_request(a.unit, a.request_key, a.per_minute, a.own_network) c;
    if over_rate > 0 then
      return next;
      return;
    end if;
  end if;
  perform set_config('portal.unit_id', a.unit::text, true), set_config('portal.user_id', '', true),
    -- A power cut may forget the guesses of its last moments; nobody is told that they were stored.
    set_config('synchronous_commit', 'off', true);
  select u.user_id, u.user_type, u.status = 1, c.password_hash, exists (select from second_step s where s.user_id = u.user_id),
    case when c.is_first then extract(epoch from now() - c.changed_at) / 86400 end
  into user_id, user_type, active, password_hash, second_step, first_days
  from user_account u left join credential c on c.user_id = u.user_id
  where u.login_key = portal_fold(a.login);
  known := a.trusted or a.device is not null and exists (
    select from login_device d where d.user_id = portal_begin_sign_in.user_id and d.device_hash = a.device);
  inside := not known and portal_in_own_network(a.address);
  if known then
    select c.failed, c.wait_seconds into own_failures, wait_seconds from portal_count_attempt(a.device_key, a.pair_free, a.pair_cap) c;
    return next;
    return;
  end if;
  name_key := case when inside then a.inside_key else a.account_key end;
  -- Counted inside as well, but without a wait: as much is written as elsewhere.
  free := case when inside then null else a.pair_free end;
  -- Most refusals end here, without a write.
  wait_seconds := greatest(
    portal_rate_wait(name_key, a.account_seconds, a.account_burst),
    case when inside then 0 else portal_rate_wait(a.address_key, a.address_seconds, a.address_burst) end,
    case when inside then 0 else (
      select extract(epoch from l.blocked_until - clock_timestamp()) from login_attempt l
      where l.unit_id = portal_unit_id() and l.key = a.pair_key) end);
  if wait_seconds > 0 then
    return next;
    return;
  end if;
  begin
    select c.failed, c.wait_seconds into own_failures, wait_seconds from portal_count_attempt(a.pair_key, free, a.pair_cap) c;
    if wait_seconds = 0 then wait_seconds := portal_count_rate(name_key, a.account_seconds, a.account_burst); end if;
    if wait_seconds = 0 and not inside then wait_seconds := portal_count_rate(a.address_key, a.address_seconds, a.address_burst); end if;
    if wait_seconds > 0 then raise exception using errcode = 'PT429'; end if;
  exception when sqlstate 'PT429' then
    -- What this block wrote is undone here: refusals do not count.
    own_failures := 0;
  end;
  return next;
end
$$;
