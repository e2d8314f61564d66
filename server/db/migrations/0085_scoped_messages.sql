-- The right to write to own classes may be held in a part of the unit: then for all classes of the part.

-- The open classes to which a person may write: those that they teach, where the right is theirs in the whole unit, and those of the parts in which it is.
create function portal_message_classes(person uuid) returns table (class_id uuid) language sql stable as $$
  select t.class_id from public.portal_taught_classes(person) t
  where exists (
    select from public.user_account a
    where a.user_id = person and public.portal_holds(a.unit_id, a.user_id, a.user_type, 'message_classes', false))
  union
  select c.class_id
  from public.user_account a
  cross join public.portal_held_roles(a.user_id) as held
  join public.permission_grant g on g.role_id = held.role_id and g.unit_id = a.unit_id and g.code = 'message_classes'
  join public.class_group c on c.unit_id = a.unit_id and c.closed_on is null
    and (c.campus_id = held.scope_campus_id or c.grade_id = held.scope_grade_id or c.class_id = held.scope_class_id)
  where a.user_id = person
$$;

-- The accounts of the pupils of these classes and of the pupils' parents.
create function portal_message_people(person uuid) returns table (user_id uuid) language sql stable as $$
  with own as materialized (select c.class_id from public.portal_message_classes(person) c)
  select s.user_id from public.student s where s.user_id is not null and s.class_id in (select own.class_id from own)
  union
  select g.parent_id from public.guardian g join public.student s using (student_id) where s.class_id in (select own.class_id from own)
$$;

-- As before, with the classes of a part.
create or replace function portal_may_write_to(person uuid, audience jsonb) returns boolean language sql stable as $$
  select exists (
      select from public.user_account a
      where a.user_id = person and a.status = 1 and public.portal_holds(a.unit_id, a.user_id, a.user_type, 'message_classes', true))
    and audience -> 'userTypes' <@ '[1, 3]'::jsonb
    and audience -> 'gradeIds' = '[]'::jsonb
    and coalesce(audience -> 'roleIds', '[]'::jsonb) = '[]'::jsonb
    and (audience -> 'userTypes' = '[]'::jsonb or audience -> 'classIds' <> '[]'::jsonb)
    and not exists (
      select from jsonb_array_elements_text(audience -> 'classIds') asked (id)
      where asked.id not in (select t.class_id::text from public.portal_message_classes(person) t))
    and not exists (
      select from jsonb_array_elements_text(audience -> 'userIds') asked (id)
      where asked.id not in (select p.user_id::text from public.portal_message_people(person) p))
$$;
drop function portal_taught_people(uuid);

-- As before: the right to write to classes is shown where there is a class to write to.
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
            or g.code = 'message_classes' and exists (select from portal_message_classes(a.user_id)))
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
