-- Lets somebody in who has proved who they are: takes the attempt back (null key: there was none), remembers the device (null: not), ends the browser's
-- earlier session, opens a new one, and writes the events of both sessions in one statement. Returns the session and whether the person is an administrator.
-- A counted sign-in commits without waiting for the disk, which took a twentieth of its time.
create or replace function portal_admit(unit uuid, who uuid, event_kind text, own_key bytea, shared_keys bytea[], share integer, device bytea,
  devices_max integer, earlier uuid, from_address text, agent text, family bytea, access bytea, refresh bytea, access_seconds integer,
  refresh_seconds integer, session_seconds integer, factor boolean default false)
returns table (session_id uuid, admin boolean) language plpgsql set plan_cache_mode = force_generic_plan as $$
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
    second_factor, by_password)
  values (portal_unit_id(), who, agent, family, access, refresh, now() + make_interval(secs => access_seconds),
    now() + make_interval(secs => refresh_seconds), now() + make_interval(secs => session_seconds), factor, own_key is not null)
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
