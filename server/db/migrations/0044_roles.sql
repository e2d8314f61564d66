-- Roles that a unit makes itself (service 'own'), held by persons, classes, departments or user types, in the whole unit or in a part of it.

-- A member is a person, the pupils of a class, the employees of a department, or all people of a type. Without a scope the role counts in the whole unit.
alter table role_member drop constraint role_member_pkey;
alter table role_member
  add column member_id uuid primary key default portal_new_id(),
  alter column user_id drop not null,
  add column class_id uuid,
  add column department_id uuid,
  add column user_type smallint check (user_type between 1 and 4),
  add column scope_campus_id uuid,
  add column scope_grade_id uuid,
  add column scope_class_id uuid,
  add constraint role_member_holder check (num_nonnulls(user_id, class_id, department_id, user_type) = 1),
  add constraint role_member_scope check (num_nonnulls(scope_campus_id, scope_grade_id, scope_class_id) <= 1),
  add foreign key (unit_id, class_id) references class_group (unit_id, class_id) on delete cascade,
  add foreign key (unit_id, department_id) references department (unit_id, department_id) on delete cascade,
  -- A scope that is deleted must not become the whole unit.
  add foreign key (unit_id, scope_campus_id) references campus (unit_id, campus_id) on delete cascade,
  add foreign key (unit_id, scope_grade_id) references grade (unit_id, grade_id) on delete cascade,
  add foreign key (unit_id, scope_class_id) references class_group (unit_id, class_id) on delete cascade;
create unique index on role_member (user_id, role_id, class_id, department_id, user_type, scope_campus_id, scope_grade_id, scope_class_id) nulls not distinct;
create index on role_member (class_id) where class_id is not null;
create index on role_member (department_id) where department_id is not null;
create index on role_member (unit_id, user_type) where user_type is not null;
create index on role_member (scope_campus_id) where scope_campus_id is not null;
create index on role_member (scope_grade_id) where scope_grade_id is not null;
create index on role_member (scope_class_id) where scope_class_id is not null;

-- When the factor was proved last, for what asks for one that is fresh.
alter table session add column second_factor_at timestamptz;
update session set second_factor_at = created_at where second_factor;
create function portal_note_second_factor() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.second_factor_at := now();
  return new;
end
$$;
create trigger session_second_factor before insert or update of second_factor on session for each row
  when (new.second_factor) execute function portal_note_second_factor();

-- The roles of a person, each with the part of the unit in which it counts. The operator of the platform (superman) has the system administrator's.
create function portal_held_roles(of_user uuid) returns table (role_id uuid, scope_campus_id uuid, scope_grade_id uuid, scope_class_id uuid)
language sql stable as $$
  select m.role_id, m.scope_campus_id, m.scope_grade_id, m.scope_class_id from public.role_member m where m.user_id = of_user
  union all
  select m.role_id, m.scope_campus_id, m.scope_grade_id, m.scope_class_id
  from public.user_account a join public.role_member m on m.unit_id = a.unit_id and m.user_type = a.user_type where a.user_id = of_user
  union all
  select m.role_id, m.scope_campus_id, m.scope_grade_id, m.scope_class_id
  from public.student s join public.role_member m on m.class_id = s.class_id where s.user_id = of_user
  union all
  select m.role_id, m.scope_campus_id, m.scope_grade_id, m.scope_class_id
  from public.staff_member e join public.role_member m on m.department_id = e.department_id where e.user_id = of_user
  union all
  select r.role_id, null, null, null
  from public.user_account a join public.role r on r.unit_id = a.unit_id and r.service = 'base' and r.code = 'XX_SYS_'
  where a.user_id = of_user and a.superman
$$;
create or replace function portal_roles(of_user uuid) returns setof uuid language sql stable as $$
  select held.role_id from public.portal_held_roles(of_user) as held
$$;

-- Whether a person was granted a code, by user type or by a role: in any part of the unit, or in the whole unit. plpgsql, because a connection keeps its plans;
-- without settings of its own, which cost more than the look-ups.
drop function portal_holds(uuid, uuid, smallint, text);
create function portal_holds(of_unit uuid, of_user uuid, of_type smallint, wanted text, in_part boolean default true) returns boolean
language plpgsql stable as $$
declare
  forms text[] := array[wanted, regexp_replace(wanted, '_', '_area_')];
begin
  -- One statement after the other: starting the last one takes longer than running the first two.
  if exists (select from public.permission_grant g where g.unit_id = of_unit and g.code = any (forms) and g.user_type = of_type) then
    return true;
  end if;
  if exists (
    select from public.role_member m join public.permission_grant g on g.role_id = m.role_id
    where m.user_id = of_user and g.unit_id = of_unit and g.code = any (forms)
      and num_nonnulls(m.scope_campus_id, m.scope_grade_id, m.scope_class_id) = 0) then
    return true;
  end if;
  return exists (
    select from public.portal_held_roles(of_user) as held join public.permission_grant g on g.role_id = held.role_id
    where g.unit_id = of_unit and g.code = any (forms)
      and (in_part or num_nonnulls(held.scope_campus_id, held.scope_grade_id, held.scope_class_id) = 0));
end
$$;

-- The classes in which a person holds a code; null: all of the unit. Empty without the code.
create function portal_scope(of_unit uuid, of_user uuid, of_type smallint, wanted text) returns uuid[]
language plpgsql stable as $$
begin
  if public.portal_holds(of_unit, of_user, of_type, wanted, false) then
    return null;
  end if;
  return array(
    select c.class_id from public.class_group c
    where c.unit_id = of_unit and exists (
      select from public.portal_held_roles(of_user) as held join public.permission_grant g on g.role_id = held.role_id
      where g.unit_id = of_unit and g.code in (wanted, regexp_replace(wanted, '_', '_area_'))
        and (c.campus_id = held.scope_campus_id or c.grade_id = held.scope_grade_id or c.class_id = held.scope_class_id)));
end
$$;

-- As before. For an endpoint that narrows to a scope it says besides in which classes the permission is held (null: in the whole unit); all others need it in
-- the whole unit, and `in_part` says that it is held in a part alone. `factor_stale`: the factor was proved too long ago for what the endpoint does.
-- The administrator's role is a person's own, never a class's or a type's, so that finding it stays one look-up.
drop function portal_begin(text, bytea, text, text, boolean, boolean, inet);
create function portal_begin(
  call_host text, call_access_hash bytea, call_permission text default null, call_service text default null, call_reads boolean default true,
  call_administers boolean default false, call_address inet default null, call_scoped boolean default false, call_fresh_seconds integer default null)
returns table (
  unit_id uuid, unit_type text, session_id uuid, user_id uuid, user_type smallint, admin boolean, permitted boolean, licensed boolean,
  factor_due boolean, outside boolean, factor_stale boolean, in_part boolean, scope uuid[])
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
      and not coalesce(s.second_factor_at > now() - make_interval(secs => call_fresh_seconds), false)
  into unit_id, unit_type, session_id, user_id, user_type, admin, factor_due, outside, factor_stale
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

insert into permission (unit_id, code, name, parent_code, position)
select p.unit_id, 'base_role', '角色与权限', 'base', 103 from permission p where p.code = 'base'
on conflict do nothing;
insert into permission_grant (unit_id, code, role_id)
select r.unit_id, p.code, r.role_id
from role r join permission p on p.unit_id = r.unit_id
where r.service = 'base' and r.code = 'XX_SYS_' and p.code = 'base_role'
on conflict do nothing;

-- Roles that each unit begins with, beside the administrator's; as in server/modules/tenants/defaults/roles.json.
insert into role (unit_id, service, code, name, english_name)
select u.unit_id, 'base', made.code, made.name, made.english_name
from unit u, (values
  ('REGISTRY', '学籍与人事管理', 'Registry'),
  ('GRADE_HEAD', '年级主任', 'Head of grade'),
  ('HELP_DESK', '账号帮助', 'Help desk'),
  ('ATTENDANCE', '考勤管理', 'Attendance office')) as made (code, name, english_name)
where exists (select from permission p where p.unit_id = u.unit_id and p.code = 'base')
on conflict do nothing;
insert into permission_grant (unit_id, code, role_id)
select r.unit_id, p.code, r.role_id
from (values
  ('REGISTRY', 'administration'), ('REGISTRY', 'base_people'), ('REGISTRY', 'base_import'),
  ('GRADE_HEAD', 'administration'), ('GRADE_HEAD', 'base_people'), ('GRADE_HEAD', 'base_user_reset'),
  ('HELP_DESK', 'base_user_reset'),
  ('ATTENDANCE', 'attendance'), ('ATTENDANCE', 'attendance_view'), ('ATTENDANCE', 'attendance_approve'), ('ATTENDANCE', 'attendance_admin'))
  as granted (role, code)
join role r on r.service = 'base' and r.code = granted.role
join permission p on p.unit_id = r.unit_id and p.code in (granted.code, regexp_replace(granted.code, '_', '_area_'))
on conflict do nothing;
