-- Teachers write to the pupils and parents of their own classes.

insert into permission (unit_id, code, name, parent_code, position)
select p.unit_id, 'message_classes', '给自己的班级发消息', null, p.position from permission p where p.code = 'roster_passwords'
on conflict do nothing;
insert into permission_grant (unit_id, code, user_type)
select p.unit_id, p.code, 2 from permission p where p.code = 'message_classes'
on conflict do nothing;
-- Who gives a right has to hold it.
insert into permission_grant (unit_id, code, role_id)
select r.unit_id, p.code, r.role_id
from role r join permission p on p.unit_id = r.unit_id
where r.service = 'base' and r.code = 'XX_SYS_' and p.code = 'message_classes'
on conflict do nothing;

-- Written by that right alone: its author has to hold it for all of the audience, also when it is sent.
alter table publication add column of_classes boolean not null default false;
-- 'stopped': it was not sent at its time, because its author might not write to all of its audience any more.
alter table publication drop constraint publication_state_check;
alter table publication add constraint publication_state_check check (state in ('scheduled', 'stopped', 'sending', 'sent', 'recalled'));

-- The open classes that a person teaches, as their head or in a subject.
create function portal_taught_classes(person uuid) returns table (class_id uuid) language sql stable as $$
  select c.class_id from public.class_group c where c.head_teacher_id = person and c.closed_on is null
  union
  select t.class_id from public.class_teacher t join public.class_group c using (class_id) where t.user_id = person and c.closed_on is null
$$;

-- The accounts of the pupils of these classes and of the pupils' parents.
create function portal_taught_people(person uuid) returns table (user_id uuid) language sql stable as $$
  select s.user_id from public.student s where s.user_id is not null and s.class_id in (select t.class_id from public.portal_taught_classes(person) t)
  union
  select g.parent_id from public.guardian g join public.student s using (student_id)
  where s.class_id in (select t.class_id from public.portal_taught_classes(person) t)
$$;

-- Whether a person may write by the right for own classes to an audience: pupils and parents of the classes that they teach, or single ones of these. An identifier in
-- another spelling than the database's is none of them.
create function portal_may_write_to(person uuid, audience jsonb) returns boolean language sql stable as $$
  select exists (
      select from public.user_account a
      where a.user_id = person and a.status = 1 and public.portal_holds(a.unit_id, a.user_id, a.user_type, 'message_classes', false))
    and audience -> 'userTypes' <@ '[1, 3]'::jsonb
    and audience -> 'gradeIds' = '[]'::jsonb
    and coalesce(audience -> 'roleIds', '[]'::jsonb) = '[]'::jsonb
    and (audience -> 'userTypes' = '[]'::jsonb or audience -> 'classIds' <> '[]'::jsonb)
    and not exists (
      select from jsonb_array_elements_text(audience -> 'classIds') asked (id)
      where asked.id not in (select t.class_id::text from public.portal_taught_classes(person) t))
    and not exists (
      select from jsonb_array_elements_text(audience -> 'userIds') asked (id)
      where asked.id not in (select p.user_id::text from public.portal_taught_people(person) p))
$$;

-- As before, and the right to write to own classes, for those who teach one.
create or replace function portal_session_user() returns json language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select json_build_object(
      'userId', a.user_id, 'realName', a.real_name, 'englishName', a.english_name, 'userType', a.user_type, 'loginName', a.login_name,
      'avatar', coalesce(p.address, a.avatar), 'sex', a.sex,
      'superman', a.superman, 'userImgPath', coalesce(p.address, a.image_path), 'langType', a.language, 'theme', t.theme,
      'themeColor', t.theme_color, 'parentId', coalesce(a.parent_id, case when a.user_type = 3 then a.user_id end),
      'unitId', u.unit_id, 'unitType', u.unit_type, 'unitName', u.name, 'unitEnName', u.english_name,
      'unitImgPath', '/api/storage/show/unit/' || u.unit_id, 'permissions', coalesce((
        select json_agg(distinct g.code) from permission_grant g
        where g.unit_id = a.unit_id and (g.code ~ '^(desktop|base)_'
            or g.code = 'message_classes' and exists (select from portal_taught_classes(a.user_id)))
          and (g.user_type = a.user_type
            or g.role_id in (select role_id from portal_roles(a.user_id) as held (role_id)))), '[]'),
      'firstPassword', exists (select from credential c where c.user_id = a.user_id and c.is_first),
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
