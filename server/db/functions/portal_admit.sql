-- Lets somebody in who has proved who they are: takes the attempt back (null key: there was none), remembers the device (null: not), ends the browser's
-- earlier session, opens a new one, and writes the events of both sessions in one statement. Returns the session and whether the person is an administrator.
-- A counted sign-in commits without waiting for the disk, which took a twentieth of its time.
create or replace function portal_admit(given json)
returns table (session_id uuid, admin boolean) language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  a record;
  is_new boolean;
  replaced session;
begin
  select * into a from json_to_record(given) as g (
    unit uuid, who uuid, kind text, own_key bytea, shared_keys bytea[], share integer, device bytea, devices_max integer, earlier uuid, address text,
    agent text, family bytea, access bytea, refresh bytea, access_seconds integer, refresh_seconds integer, session_seconds integer, factor boolean);
  perform set_config('portal.unit_id', a.unit::text, true), set_config('portal.user_id', a.who::text, true);
  if a.own_key is not null then
    perform portal_forgive_attempt(a.own_key, a.shared_keys, a.share);
    -- It is a transaction of its own. A power cut may forget the sessions of its last moments, whose people sign in again; nothing else changes.
    perform set_config('synchronous_commit', 'off', true);
  end if;
  if a.device is not null then
    insert into login_device as d (unit_id, user_id, device_hash) values (portal_unit_id(), a.who, a.device)
    on conflict (user_id, device_hash) do update set last_used_at = now()
    -- xmax = 0 means that the row was inserted, not updated.
    returning d.xmax = 0 into is_new;
    if is_new then
      delete from login_device d
      where d.user_id = a.who and d.device_hash in (
        select o.device_hash from login_device o where o.user_id = a.who order by o.last_used_at desc offset a.devices_max);
    end if;
  end if;
  if a.earlier is not null then
    update session s set revoked_at = now() where s.session_id = a.earlier and s.revoked_at is null returning * into replaced;
  end if;
  insert into session as s (unit_id, user_id, user_agent, family_hash, access_hash, refresh_hash, access_expires_at, refresh_expires_at, ends_at,
    second_factor, by_password)
  values (portal_unit_id(), a.who, a.agent, a.family, a.access, a.refresh, now() + make_interval(secs => a.access_seconds),
    now() + make_interval(secs => a.refresh_seconds), now() + make_interval(secs => a.session_seconds), a.factor, a.own_key is not null)
  returning s.session_id into session_id;
  insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
  select e.unit_id, e.user_id, e.kind, a.address, a.agent
  from (values (replaced.unit_id, replaced.user_id, 'signed-out'), (portal_unit_id(), a.who, a.kind)) as e (unit_id, user_id, kind)
  where e.user_id is not null;
  admin := exists (
    select from role_member m join role r on r.role_id = m.role_id
    where m.user_id = a.who and r.service = 'base' and r.code = 'XX_SYS_');
  return next;
end
$$;
