-- A parent with children at several schools: links between the accounts, the codes by which they are made, and calls that act through a link.

alter table sign_in_event drop constraint sign_in_event_kind_check;
alter table sign_in_event add constraint sign_in_event_kind_check check (kind in ('signed-in', 'failed', 'slowed-down', 'signed-out', 'session-ended',
  'token-reused', 'handed-over', 'client-registered', 'role-switched', 'identity-bound', 'identity-unbound', 'authorized', 'passkey-added',
  'passkey-removed', 'second-step-on', 'second-step-off', 'recovery-code-used', 'password-changed', 'reset-asked', 'reset-code-issued',
  'signed-out-by-admin', 'second-step-reset', 'email-changed', 'contact-seen', 'account-linked', 'account-unlinked'));

-- One open code for each account.
create table account_link_code (
  user_id uuid primary key,
  unit_id uuid not null,
  code_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on account_link_code (unit_id, user_id);
create index on account_link_code (expires_at);
select portal_isolate('account_link_code');
create policy portal_link_code_own on account_link_code as restrictive to portal_app using (
  current_user <> 'portal_app' or user_id = (select portal_user_id()) or (select portal_reads_all_people()))
  with check (current_user <> 'portal_app' or user_id = (select portal_user_id()));

-- A link is two rows with one link_id, one for each side, so that each unit has its own.
create table account_link (
  link_id uuid not null,
  unit_id uuid not null,
  user_id uuid not null,
  other_unit_id uuid not null,
  other_user_id uuid not null,
  linked_at timestamptz not null default now(),
  primary key (user_id, other_user_id),
  unique (link_id, user_id),
  check (unit_id <> other_unit_id),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (other_unit_id, other_user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on account_link (unit_id, user_id);
create index on account_link (other_unit_id, other_user_id);
select portal_isolate('account_link');
-- Only the functions below change it, because a change concerns two units.
revoke insert, update, delete on account_link from portal_app;
create policy portal_link_read on account_link as restrictive for select to portal_app using (
  current_user <> 'portal_app' or user_id = (select portal_user_id()) or (select portal_reads_all_people()));

-- Deletes these links on both sides, with an event for each account. The address and device are those of the transaction's unit alone.
create function portal_delete_links(of_links uuid[], from_address text, agent text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with ended as (delete from account_link l where l.link_id = any (of_links) returning l.unit_id, l.user_id)
  insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
  select e.unit_id, e.user_id, 'account-unlinked',
    case when e.unit_id = portal_unit_id() then from_address else '' end, case when e.unit_id = portal_unit_id() then agent else '' end
  from ended e
$$;
revoke execute on function portal_delete_links(uuid[], text, text) from portal_app;

-- Ends the links and the open codes of accounts of the transaction's unit.
create function portal_end_links(of_users uuid[], from_address text, agent text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from account_link_code c where c.unit_id = portal_unit_id() and c.user_id = any (of_users);
  perform portal_delete_links(
    array(select l.link_id from account_link l where l.unit_id = portal_unit_id() and l.user_id = any (of_users)), from_address, agent);
end
$$;

-- Ends one link of the transaction's person. Returns the other account; no row without such a link.
create function portal_remove_link(of_link uuid, from_address text, agent text) returns table (unit_id uuid, user_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select l.other_unit_id, l.other_user_id from account_link l
  where l.link_id = of_link and l.unit_id = portal_unit_id() and l.user_id = portal_user_id() for update;
  if found then
    perform portal_delete_links(array[of_link], from_address, agent);
  end if;
end
$$;

-- A closed account, or one that is no parent's any more, has no links.
create function portal_end_links_with_account() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from account_link_code c where c.user_id = new.user_id;
  perform portal_delete_links(array(select l.link_id from account_link l where l.user_id = new.user_id), '', '');
  return null;
end
$$;
revoke execute on function portal_end_links_with_account() from portal_app;
create trigger links_end_with_account after update of status, user_type on user_account for each row
  when (old.user_type = 3 and old.status = 1 and (new.user_type <> 3 or new.status <> 1)) execute function portal_end_links_with_account();

-- Why the link from one account to another cannot be used now; null where it can. A second step is not to be gone round by an account without one.
create function portal_link_problem(own_user uuid, other_user uuid, other_unit_status smallint) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case
    when other_unit_status <> 1 then 'suspended'
    when exists (select from second_step s where s.user_id = other_user) and not exists (select from second_step s where s.user_id = own_user)
      then 'second_step'
    when exists (select from credential c where c.user_id = other_user and c.is_first) then 'first_password'
  end
$$;
revoke execute on function portal_link_problem(uuid, uuid, smallint) from portal_app;

-- The links of the transaction's person, the oldest first.
create function portal_own_links()
returns table (link_id uuid, user_id uuid, person json, name text, english_name text, host text, linked_at timestamptz, problem text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.link_id, a.user_id, json_build_object('realName', a.real_name, 'englishName', coalesce(a.english_name, '')), u.name, u.english_name,
    (select h.host from unit_host h where h.unit_id = u.unit_id order by h.is_main desc, h.host limit 1), l.linked_at,
    portal_link_problem(l.user_id, a.user_id, u.status)
  from account_link l
  join user_account a on a.user_id = l.other_user_id and a.unit_id = l.other_unit_id
  join unit u on u.unit_id = l.other_unit_id
  where l.unit_id = portal_unit_id() and l.user_id = portal_user_id()
  order by l.linked_at, l.link_id
$$;

-- Links the transaction's person with the account that made the code, which is used up then. `outcome`: 'linked' with the other account, or why not.
create function portal_redeem_link_code(hash bytea, most integer, from_address text, agent text)
returns table (outcome text, unit_id uuid, user_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  given account_link_code;
  made uuid := portal_new_id();
begin
  select c.* into given from account_link_code c
  join user_account a on a.user_id = c.user_id and a.status = 1 and a.user_type = 3
  join unit u on u.unit_id = c.unit_id and u.status = 1
  where c.code_hash = hash and c.expires_at > now() for update of c;
  if not found or not exists (
    select from user_account a
    where a.user_id = portal_user_id() and a.unit_id = portal_unit_id() and a.status = 1 and a.user_type = 3) then
    return query select 'code_invalid', null::uuid, null::uuid;
    return;
  end if;
  if given.unit_id = portal_unit_id() then
    return query select 'own_school', null::uuid, null::uuid;
    return;
  end if;
  -- In one order, so that two at once neither wait for each other nor pass the limit.
  perform pg_advisory_xact_lock(hashtextextended('links of ' || least(given.user_id, portal_user_id()), 0));
  perform pg_advisory_xact_lock(hashtextextended('links of ' || greatest(given.user_id, portal_user_id()), 0));
  if exists (select from account_link l where l.user_id = portal_user_id() and l.other_user_id = given.user_id) then
    return query select 'already', null::uuid, null::uuid;
    return;
  end if;
  if exists (
    select from account_link l where l.user_id in (given.user_id, portal_user_id()) group by l.user_id having count(*) >= most) then
    return query select 'limit', null::uuid, null::uuid;
    return;
  end if;
  delete from account_link_code c where c.user_id = given.user_id;
  insert into account_link (link_id, unit_id, user_id, other_unit_id, other_user_id)
  values (made, portal_unit_id(), portal_user_id(), given.unit_id, given.user_id),
    (made, given.unit_id, given.user_id, portal_unit_id(), portal_user_id());
  insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
  values (portal_unit_id(), portal_user_id(), 'account-linked', from_address, agent), (given.unit_id, given.user_id, 'account-linked', '', '');
  return query select 'linked', given.unit_id, given.user_id;
end
$$;

-- As before, and with `call_account` on behalf of a linked account: the rest of the transaction is limited to that account and its unit, where permission and
-- licence are checked. `linked_from`: the session's own account then. `link_problem`: why it cannot be; the transaction is limited to the own account.
drop function portal_begin(text, bytea, text, text, boolean, boolean, inet, boolean, integer);
create function portal_begin(
  call_host text, call_access_hash bytea, call_permission text default null, call_service text default null, call_reads boolean default true,
  call_administers boolean default false, call_address inet default null, call_scoped boolean default false, call_fresh_seconds integer default null,
  call_account uuid default null)
returns table (
  unit_id uuid, unit_type text, session_id uuid, user_id uuid, user_type smallint, admin boolean, permitted boolean, licensed boolean,
  factor_due boolean, outside boolean, factor_stale boolean, in_part boolean, scope uuid[], first_password boolean, linked_from uuid, link_problem text)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  linked record;
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
alter function portal_begin(text, bytea, text, text, boolean, boolean, inet, boolean, integer, uuid) set plan_cache_mode = force_generic_plan;
