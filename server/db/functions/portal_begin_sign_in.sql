-- Who has a login name in this unit, whether the device with this hash is known to them, and the counted attempt. A known device has a counter of its own;
-- otherwise name and address, the address, and the name count. One row; without an account its columns are null.
create or replace function portal_begin_sign_in(unit uuid, login text, trusted boolean, device bytea, device_key bytea, pair_key bytea, account_key bytea,
  inside_key bytea, address_key bytea, from_address inet, pair_free integer, pair_cap integer, account_seconds float8, account_burst integer,
  address_seconds float8, address_burst integer, request_key bytea default null, per_minute integer default null, own_network inet default null)
returns table (user_id uuid, user_type smallint, active boolean, password_hash text, second_step boolean, known boolean, inside boolean,
  own_failures integer, wait_seconds float8, over_rate float8, first_days float8) language plpgsql set plan_cache_mode = force_generic_plan as $$
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
  select a.user_id, a.user_type, a.status = 1, c.password_hash, exists (select from second_step s where s.user_id = a.user_id),
    case when c.is_first then extract(epoch from now() - c.changed_at) / 86400 end
  into user_id, user_type, active, password_hash, second_step, first_days
  from user_account a left join credential c on c.user_id = a.user_id
  where a.login_key = portal_fold(login);
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
