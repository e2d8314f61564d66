-- The transaction's person and their unit, as the contract's `me` answers, with what the person may do on the desktop and in its settings. A function, because
-- a connection keeps its plan: this is the most frequent call of all, and planning takes longer than running it. Row-level security applies to it as to any
-- query. Another picture of the person has another address, so that no page shows the one before. The right to write to own classes is given where there is a
-- class to write to.
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
