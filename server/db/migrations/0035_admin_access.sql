-- What a unit asks of its administrators: a second factor, and the networks they come from. An empty list is every network.
alter table unit
  add column admin_second_factor boolean not null default false,
  add column admin_networks inet[] not null default '{}' check (cardinality(admin_networks) <= 32);

-- Whether a second factor was proved in this session: at its sign-in, or later in it.
alter table session add column second_factor boolean not null default false;

-- As before. For a call of administration it says besides what refuses it: a factor that the session has not proved, an address outside of the networks.
drop function portal_begin(text, bytea, text, text, boolean);
create function portal_begin(
  call_host text, call_access_hash bytea, call_permission text default null, call_service text default null, call_reads boolean default true,
  call_administers boolean default false, call_address inet default null)
returns table (
  unit_id uuid, unit_type text, session_id uuid, user_id uuid, user_type smallint, admin boolean, permitted boolean, licensed boolean,
  factor_due boolean, outside boolean)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  select u.unit_id, u.unit_type, s.session_id, a.user_id, a.user_type,
    a.user_id is not null and exists (
      select from portal_roles(a.user_id) as held (role_id) join role r on r.role_id = held.role_id
      where r.service = 'base' and r.code = 'XX_SYS_'),
    call_administers and u.admin_second_factor and not coalesce(s.second_factor, false),
    call_administers and cardinality(u.admin_networks) > 0 and not coalesce(call_address <<= any (u.admin_networks), false)
  into unit_id, unit_type, session_id, user_id, user_type, admin, factor_due, outside
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
  permitted := call_permission is null or portal_holds(unit_id, user_id, user_type, call_permission);
  licensed := call_service is null or portal_licensed(unit_id, call_service, call_reads);
  perform set_config('portal.unit_id', unit_id::text, true), set_config('portal.user_id', coalesce(user_id::text, ''), true);
  return next;
end
$$;
alter function portal_begin(text, bytea, text, text, boolean, boolean, inet) set plan_cache_mode = force_generic_plan;

-- As before, and stores whether the sign-in proved a second factor.
drop function portal_admit(uuid, uuid, text, bytea, bytea[], integer, bytea, integer, uuid, text, text, bytea, bytea, bytea, integer, integer, integer);
create function portal_admit(unit uuid, who uuid, event_kind text, own_key bytea, shared_keys bytea[], share integer, device bytea, devices_max integer,
  earlier uuid, from_address text, agent text, family bytea, access bytea, refresh bytea, access_seconds integer, refresh_seconds integer,
  session_seconds integer, factor boolean default false)
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
  insert into session as s (unit_id, user_id, user_agent, family_hash, access_hash, refresh_hash, access_expires_at, refresh_expires_at, ends_at,
    second_factor)
  values (portal_unit_id(), who, agent, family, access, refresh, now() + make_interval(secs => access_seconds),
    now() + make_interval(secs => refresh_seconds), now() + make_interval(secs => session_seconds), factor)
  returning s.session_id into session_id;
  insert into sign_in_event (unit_id, user_id, kind, address, user_agent) values (portal_unit_id(), who, event_kind, from_address, agent);
  admin := exists (
    select from role_member m join role r on r.role_id = m.role_id
    where m.user_id = who and r.service = 'base' and r.code = 'XX_SYS_');
  return next;
end
$$;
alter function portal_admit(uuid, uuid, text, bytea, bytea[], integer, bytea, integer, uuid, text, text, bytea, bytea, bytea, integer, integer, integer,
  boolean) set plan_cache_mode = force_generic_plan;

-- Whether a person administers the unit: by the administrator's role, also of the other account that they switch to without a proof, or by one of these
-- codes.
create function portal_administers(of_user uuid, codes text[]) returns boolean language sql stable as $$
  select public.portal_may_administer(of_user) or exists (
    select from public.user_account a cross join unnest(codes) as asked (code)
    where a.user_id = of_user and public.portal_holds(a.unit_id, a.user_id, a.user_type, asked.code))
$$;
