-- Permissions and licences are checked where a call begins, in the same trip.

-- Days after the end of a licence in which the unit still reads and exports what it has.
alter table unit add column licence_grace_days smallint not null default 30 check (licence_grace_days between 0 and 3650);

-- Whether a person was granted a code, by user type or by a role. A code of areas, whose second word is `area`, counts without it.
create function portal_holds(of_unit uuid, of_user uuid, of_type smallint, wanted text) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from permission_grant g
    where g.unit_id = of_unit and g.code in (wanted, regexp_replace(wanted, '_', '_area_'))
      and (g.user_type = of_type or g.role_id in (select m.role_id from role_member m where m.user_id = of_user)))
$$;

-- Whether a unit may use a service now: to read in the days of grace as well. Every service needs the licence of `base` too.
create function portal_licensed(of_unit uuid, service text, reads boolean) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select count(*) = cardinality(array(select distinct unnest(array['base', service])))
  from licence l join unit u on u.unit_id = l.unit_id
  where l.unit_id = of_unit and l.server_id in ('base', service)
    and l.ends_at + case when reads then make_interval(days => u.licence_grace_days) else interval '0' end > now()
$$;

-- As before, and says whether the person holds the call's permission and the unit its licence; both are true where the call needs none.
drop function portal_begin(text, bytea);
create function portal_begin(
  call_host text, call_access_hash bytea, call_permission text default null, call_service text default null, call_reads boolean default true)
returns table (
  unit_id uuid, unit_type text, session_id uuid, user_id uuid, user_type smallint, admin boolean, permitted boolean, licensed boolean)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  select u.unit_id, u.unit_type, s.session_id, a.user_id, a.user_type,
    a.user_id is not null and exists (
      select from role_member m join role r on r.role_id = m.role_id
      where m.user_id = a.user_id and r.service = 'base' and r.code = 'XX_SYS_')
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
alter function portal_begin(text, bytea, text, text, boolean) set plan_cache_mode = force_generic_plan;

-- Codes of administrators that units did not have yet.
insert into permission (unit_id, code, name, parent_code, position)
select u.unit_id, added.code, added.name, 'base', added.position
from unit u, (values ('base_face', '人脸管理', 100), ('base_message', '发布通知', 101)) as added (code, name, position)
where exists (select from permission p where p.unit_id = u.unit_id and p.code = 'base')
on conflict do nothing;
insert into permission_grant (unit_id, code, role_id)
select r.unit_id, p.code, r.role_id
from role r join permission p on p.unit_id = r.unit_id
where r.service = 'base' and r.code = 'XX_SYS_' and p.code in ('base_face', 'base_message')
on conflict do nothing;

-- With what the person may do on the desktop and in its settings, so that the first screen is drawn once.
create or replace function portal_session_user() returns json language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select json_build_object(
      'userId', a.user_id, 'realName', a.real_name, 'userType', a.user_type, 'loginName', a.login_name,
      'avatar', coalesce(p.address, a.avatar), 'sex', a.sex,
      'superman', a.superman, 'userStatus', a.status, 'userImgPath', coalesce(p.address, a.image_path), 'langType', a.language, 'theme', t.theme,
      'themeColor', t.theme_color, 'parentId', coalesce(a.parent_id, case when a.user_type = 3 then a.user_id end),
      'unitId', u.unit_id, 'unitType', u.unit_type, 'unitName', u.name, 'unitEnName', u.english_name, 'unitStatus', u.status,
      'unitImgPath', '/api/storage/show/unit/' || u.unit_id, 'permissions', coalesce((
        select json_agg(distinct g.code) from permission_grant g
        where g.unit_id = a.unit_id and g.code ~ '^(desktop|base)_' and (g.user_type = a.user_type
          or g.role_id in (select m.role_id from role_member m where m.user_id = a.user_id))), '[]'),
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
