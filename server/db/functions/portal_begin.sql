-- Begins a call in one trip: finds the unit of the host and the live session of the access token in that unit, and limits the rest of the transaction to
-- them. No row: no unit answers at this host. Null session_id: nobody is signed in. Says whether the person holds the call's permission and the unit its
-- licence; both are true where the call needs none.
create or replace function portal_begin(
  call_host text, call_access_hash bytea, call_permission text default null, call_service text default null, call_reads boolean default true,
  call_administers boolean default false, call_address inet default null, call_scoped boolean default false, call_fresh_seconds integer default null,
  call_account uuid default null)
returns table (
  unit_id uuid, unit_type text, session_id uuid, user_id uuid, user_type smallint, admin boolean, permitted boolean, licensed boolean,
  factor_due boolean, outside boolean, factor_stale boolean, in_part boolean, scope uuid[], first_password boolean, linked_from uuid, link_problem text)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  linked record;
begin
  select u.unit_id, u.unit_type, s.session_id, a.user_id, a.user_type,
    a.user_id is not null and (a.superman and u.unit_type = '0' or exists (
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
  if call_account is not null and user_id is not null then
    select o.unit_id, o.unit_type, a.user_id, a.user_type, portal_link_problem(l.user_id, a.user_id, o.status) as problem into linked
    from account_link l
    join user_account a on a.user_id = l.other_user_id and a.unit_id = l.other_unit_id and a.status = 1 and a.user_type = 3
    join unit o on o.unit_id = l.other_unit_id
    where l.unit_id = portal_begin.unit_id and l.user_id = portal_begin.user_id and portal_begin.user_type = 3 and l.other_user_id = call_account;
    if not found then
      link_problem := 'gone';
    elsif linked.problem is not null then
      link_problem := linked.problem;
    else
      linked_from := user_id;
      unit_id := linked.unit_id;
      unit_type := linked.unit_type;
      user_id := linked.user_id;
      user_type := linked.user_type;
      -- No endpoint that acts through a link is an administrator's.
      admin := false;
    end if;
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
