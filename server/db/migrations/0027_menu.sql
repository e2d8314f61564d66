-- Menus with folders and with pages inside applications, and what the superman flag is good for.

-- Of an application: another one that it stands in. In a folder (resource type 1, without a page of its own) it is an application; in an application (type 2) it is one of that one's
-- pages, and its route is a path in there.
alter table application
  add column parent_code text,
  add constraint application_parent foreign key (unit_id, parent_code) references application (unit_id, code) on delete cascade,
  add constraint application_place check (parent_code is null or (group_code is null and parent_code <> code)),
  add constraint application_resource_type check (resource_type in (1, 2));
create index on application (unit_id, parent_code) where parent_code is not null;

-- The roles of a person. The operator of the platform (superman) has the system administrator's, in the unit of the account.
create function portal_roles(of_user uuid) returns setof uuid language sql stable as $$
  select m.role_id from public.role_member m where m.user_id = of_user
  union all
  select r.role_id from public.user_account a join public.role r on r.unit_id = a.unit_id and r.service = 'base' and r.code = 'XX_SYS_'
  where a.user_id = of_user and a.superman
$$;

create or replace function portal_holds(of_unit uuid, of_user uuid, of_type smallint, wanted text) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from permission_grant g
    where g.unit_id = of_unit and g.code in (wanted, regexp_replace(wanted, '_', '_area_'))
      and (g.user_type = of_type or g.role_id in (select role_id from portal_roles(of_user) as held (role_id))))
$$;

-- As before, with the roles of operators.
create or replace function portal_begin(
  call_host text, call_access_hash bytea, call_permission text default null, call_service text default null, call_reads boolean default true)
returns table (
  unit_id uuid, unit_type text, session_id uuid, user_id uuid, user_type smallint, admin boolean, permitted boolean, licensed boolean)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  select u.unit_id, u.unit_type, s.session_id, a.user_id, a.user_type,
    a.user_id is not null and exists (
      select from portal_roles(a.user_id) as held (role_id) join role r on r.role_id = held.role_id
      where r.service = 'base' and r.code = 'XX_SYS_')
  into unit_id, unit_type, session_id, user_id, user_type, admin
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

-- As before, with the roles of operators, and without the status of unit and user: the one whose status is not 1 gets no answer.
create or replace function portal_session_user() returns json language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select json_build_object(
      'userId', a.user_id, 'realName', a.real_name, 'userType', a.user_type, 'loginName', a.login_name,
      'avatar', coalesce(p.address, a.avatar), 'sex', a.sex,
      'superman', a.superman, 'userImgPath', coalesce(p.address, a.image_path), 'langType', a.language, 'theme', t.theme,
      'themeColor', t.theme_color, 'parentId', coalesce(a.parent_id, case when a.user_type = 3 then a.user_id end),
      'unitId', u.unit_id, 'unitType', u.unit_type, 'unitName', u.name, 'unitEnName', u.english_name,
      'unitImgPath', '/api/storage/show/unit/' || u.unit_id, 'permissions', coalesce((
        select json_agg(distinct g.code) from permission_grant g
        where g.unit_id = a.unit_id and g.code ~ '^(desktop|base)_' and (g.user_type = a.user_type
          or g.role_id in (select role_id from portal_roles(a.user_id) as held (role_id)))), '[]'),
      'year', u.school_year, 'term', u.term, 'principal', u.principal,
      'prePath', 'pre', 'idPath', case when a.user_type in (1, 3) then 'spm' else 'tm' end,
      -- The contract carries the campuses as text.
      'campusUnits', coalesce((
        select json_agg(json_build_object('campusId', c.campus_id, 'name', c.name, 'englishName', c.english_name) order by c.position, c.name)
        from campus c where c.unit_id = a.unit_id), '[]')::text)
    from user_account a join unit u on u.unit_id = a.unit_id cross join portal_theme() t
    left join lateral (
      select '/api/storage/show/user/' || o.user_id || '?v=' || left(o.sha256, 16) as address
      from account_picture o where o.user_id = a.user_id) p on true
    where a.user_id = portal_user_id());
end
$$;
