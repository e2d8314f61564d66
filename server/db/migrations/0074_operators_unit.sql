-- The operators of the installation are of no school: they have a unit of their own, which is neither a school nor an education office, with an address of its own.

alter table unit drop constraint unit_unit_type_check;
alter table unit
  -- '0' the operators', '1' education office, '2' school.
  add constraint unit_unit_type_check check (unit_type in ('0', '1', '2')),
  -- Nobody could take it back.
  add constraint unit_of_operators_is_in_use check (unit_type <> '0' or status = 1);
create unique index unit_of_operators on unit (unit_type) where unit_type = '0';

-- The operators' unit, which is made when it is asked for first. Its host is one that no request names: the server calls it for calls to the operators' address.
create function portal_operators_unit() returns uuid language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  of_unit uuid;
begin
  select u.unit_id into of_unit from unit u where u.unit_type = '0';
  if found then
    return of_unit;
  end if;
  insert into unit (name, english_name, unit_type) values ('平台运维', 'Portal operators', '0') returning unit_id into of_unit;
  insert into unit_host (host, unit_id, is_main) values ('<operators>', of_unit, true);
  insert into licence (unit_id, server_id, name, english_name, ends_at)
  values (of_unit, 'base', '基础平台', 'Portal', '2099-12-31T15:59:59Z');
  insert into application (unit_id, code, name, english_name, short_name, english_short_name, group_code, icon_path, front_user_types)
  values (of_unit, 'administration', '管理中心', 'Administration', '管理中心', 'Admin', 'ZDYYYFL-XZBG', '/icons/apps/administration.svg', '{4}');
  insert into permission (unit_id, code, name, parent_code, position)
  values (of_unit, 'administration', '管理中心', null, 0), (of_unit, 'base', '基础管理', null, 1), (of_unit, 'base_unit', '单位设置', 'base', 2),
    (of_unit, 'operator', '平台运维', null, 3);
  -- All who are in it are operators.
  insert into permission_grant (unit_id, code, user_type)
  select p.unit_id, p.code, 4 from permission p where p.unit_id = of_unit;
  return of_unit;
end
$$;
revoke execute on function portal_operators_unit() from portal_app;

-- The account for which a second factor was made, where it has moved to another one since: it is sealed for that account, or names it.
alter table second_step add column made_for uuid;
alter table passkey add column made_for uuid;

-- The right of operators came and went with the flag by a role of their school.
drop trigger operator_flag_given on user_account;
drop trigger operator_flag_changed on user_account;
drop function portal_keep_operator_right();
delete from role r where r.service = 'portal' and r.code = 'OPERATOR';
delete from permission p where p.code = 'operator';

-- Moves the operators of before out of their schools. What they did there (files, messages, roles) stays with the account of the school, which is an ordinary
-- one from now on; login name, password and second factor are the new account's too, passkeys and recovery codes the new one's alone.
do $$
declare
  moved user_account;
  of_unit uuid;
  made uuid;
  login text;
  administrators uuid;
begin
  for moved in select a.* from user_account a where a.superman order by a.created_at, a.user_id loop
    of_unit := portal_operators_unit();
    login := moved.login_name;
    for other in 2..1000 loop
      exit when not exists (select from user_account a where a.unit_id = of_unit and lower(a.login_name) = lower(login));
      login := moved.login_name || '-' || other;
    end loop;
    update user_account set superman = false where user_id = moved.user_id;
    insert into user_account (unit_id, login_name, real_name, english_name, user_type, superman, sex, status, email, language, name_pinyin)
    values (of_unit, login, moved.real_name, moved.english_name, 4, true, moved.sex, moved.status, moved.email, moved.language, moved.name_pinyin)
    returning user_id into made;
    insert into credential (user_id, unit_id, password_hash, changed_at, is_first)
    select made, of_unit, c.password_hash, c.changed_at, c.is_first from credential c where c.user_id = moved.user_id;
    insert into second_step (user_id, unit_id, sealed_secret, last_step, since, made_for)
    select made, of_unit, s.sealed_secret, s.last_step, s.since, moved.user_id from second_step s where s.user_id = moved.user_id;
    update passkey p set user_id = made, unit_id = of_unit, made_for = moved.user_id where p.user_id = moved.user_id;
    update recovery_code r set user_id = made, unit_id = of_unit where r.user_id = moved.user_id;
    update session s set revoked_at = now() where s.user_id = moved.user_id and s.revoked_at is null;
    -- An operator had the rights of the school's administrators. They are kept where no other account has them.
    select r.role_id into administrators from role r where r.unit_id = moved.unit_id and r.service = 'base' and r.code = 'XX_SYS_';
    if administrators is not null and not exists (
      select from role_member m join user_account a on a.user_id = m.user_id where m.role_id = administrators and a.status = 1 and a.unit_id = moved.unit_id) then
      insert into role_member (unit_id, role_id, user_id) values (moved.unit_id, administrators, moved.user_id) on conflict do nothing;
    end if;
  end loop;
end
$$;

create or replace function portal_is_operator() returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from user_account a join unit u on u.unit_id = a.unit_id
    where a.user_id = portal_user_id() and a.unit_id = portal_unit_id() and a.superman and a.status = 1 and u.unit_type = '0')
$$;

-- As before, without the operators' unit.
create or replace function portal_operator_figures(of_unit uuid, search text, wanted text)
returns table (unit_id uuid, name text, english_name text, unit_type text, state text, delete_after timestamptz, archived_at timestamptz, created_at timestamptz,
  hosts text[], people bigint, people_limit integer, storage bigint, storage_limit bigint, last_activity timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  perform portal_require_operator();
  return query
  with found as (
    select u.*, case when u.delete_after is not null then 'deleting' when u.archived_at is not null then 'archived'
        when u.status <> 1 then 'suspended' else 'active' end as state,
      array(select h.host from unit_host h where h.unit_id = u.unit_id order by h.is_main desc, h.host) as hosts
    from unit u where u.unit_type <> '0' and (of_unit is null or u.unit_id = of_unit))
  select f.unit_id, f.name, f.english_name, f.unit_type, f.state, f.delete_after, f.archived_at, f.created_at, f.hosts, coalesce(p.people, 0), f.people_limit,
    portal_unit_storage(f.unit_id), f.storage_limit, s.at
  from found f
  left join (select a.unit_id, count(*) as people from user_account a where a.status = 1 group by a.unit_id) p on p.unit_id = f.unit_id
  left join (select o.unit_id, max(o.last_used_at) as at from session o group by o.unit_id) s on s.unit_id = f.unit_id
  where (wanted is null or f.state = wanted)
    and (search = '' or position(search in lower(f.name)) > 0 or position(search in lower(f.english_name)) > 0
      or position(search in array_to_string(f.hosts, ' ')) > 0);
end
$$;
