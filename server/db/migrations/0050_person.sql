-- What a person's life at a school needs besides: first passwords that bind and lapse.

-- As before, and says whether the person's password is one that the school gave: until they chose another, nothing else is answered.
drop function portal_begin(text, bytea, text, text, boolean, boolean, inet, boolean, integer);
create function portal_begin(
  call_host text, call_access_hash bytea, call_permission text default null, call_service text default null, call_reads boolean default true,
  call_administers boolean default false, call_address inet default null, call_scoped boolean default false, call_fresh_seconds integer default null)
returns table (
  unit_id uuid, unit_type text, session_id uuid, user_id uuid, user_type smallint, admin boolean, permitted boolean, licensed boolean,
  factor_due boolean, outside boolean, factor_stale boolean, in_part boolean, scope uuid[], first_password boolean)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  select u.unit_id, u.unit_type, s.session_id, a.user_id, a.user_type,
    a.user_id is not null and (a.superman or exists (
      select from role_member m join role r on r.role_id = m.role_id
      where m.user_id = a.user_id and r.service = 'base' and r.code = 'XX_SYS_')),
    call_administers and u.admin_second_factor and not coalesce(s.second_factor, false),
    call_administers and cardinality(u.admin_networks) > 0 and not coalesce(call_address <<= any (u.admin_networks), false),
    call_fresh_seconds is not null and u.admin_second_factor
      and not coalesce(s.second_factor_at > now() - make_interval(secs => call_fresh_seconds), false),
    exists (select from credential c where c.user_id = a.user_id and c.is_first)
  into unit_id, unit_type, session_id, user_id, user_type, admin, factor_due, outside, factor_stale, first_password
  from unit_host h
  join unit u on u.unit_id = h.unit_id and u.status = 1
  left join session s on s.access_hash = call_access_hash and s.unit_id = u.unit_id
    and s.access_expires_at > now() and s.revoked_at is null
  left join user_account a on a.user_id = s.user_id and a.status = 1
  where h.host = call_host;
  if not found then
    return;
  end if;
  if user_id is null then
    session_id := null;
  end if;
  permitted := call_permission is null;
  in_part := false;
  -- Strangers' calls need no look at rights.
  if call_permission is not null and user_id is not null then
    if call_scoped then
      scope := portal_scope(unit_id, user_id, user_type, call_permission);
      permitted := scope is null or portal_holds(unit_id, user_id, user_type, call_permission, true);
    else
      permitted := portal_holds(unit_id, user_id, user_type, call_permission, false);
      in_part := not permitted and portal_holds(unit_id, user_id, user_type, call_permission, true);
    end if;
  end if;
  licensed := call_service is null or portal_licensed(unit_id, call_service, call_reads);
  perform set_config('portal.unit_id', unit_id::text, true), set_config('portal.user_id', coalesce(user_id::text, ''), true);
  return next;
end
$$;
alter function portal_begin(text, bytea, text, text, boolean, boolean, inet, boolean, integer) set plan_cache_mode = force_generic_plan;

-- As before, and says since how many days the password is one that the school gave; null for one of the person's own.
drop function portal_begin_sign_in(uuid, text, boolean, bytea, bytea, bytea, bytea, bytea, bytea, inet, integer, integer, float8, integer, float8, integer,
  bytea, integer, inet);
create function portal_begin_sign_in(unit uuid, login text, trusted boolean, device bytea, device_key bytea, pair_key bytea, account_key bytea,
  inside_key bytea, address_key bytea, from_address inet, pair_free integer, pair_cap integer, account_seconds float8, account_burst integer,
  address_seconds float8, address_burst integer, request_key bytea default null, per_minute integer default null, own_network inet default null)
returns table (user_id uuid, user_type smallint, active boolean, password_hash text, second_step boolean, known boolean, inside boolean,
  own_failures integer, wait_seconds float8, over_rate float8, first_days float8) language plpgsql as $$
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
