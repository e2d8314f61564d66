-- A person's own picture. Its bytes are an object of the unit like those of files, which no list of files shows.

create table account_picture (
  user_id uuid primary key,
  unit_id uuid not null,
  sha256 text not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  saved_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, sha256) references storage_object (unit_id, sha256)
);
-- Upkeep asks whether anything shows an object.
create index on account_picture (unit_id, sha256);
select portal_isolate('account_picture');

-- As in 0016_theme.sql, with the person's own picture. Another picture has another address, so that no page shows the one before.
create or replace function portal_session_user() returns json language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select json_build_object(
      'userId', a.user_id, 'realName', a.real_name, 'userType', a.user_type, 'loginName', a.login_name,
      'avatar', coalesce(p.address, a.avatar), 'sex', a.sex,
      'superman', a.superman, 'userStatus', a.status, 'userImgPath', coalesce(p.address, a.image_path), 'langType', a.language, 'theme', t.theme,
      'themeColor', t.theme_color, 'parentId', coalesce(a.parent_id, case when a.user_type = 3 then a.user_id end),
      'unitId', u.unit_id, 'unitType', u.unit_type, 'unitName', u.name, 'unitEnName', u.english_name, 'unitStatus', u.status,
      'unitImgPath', '/api/storage/show/unit/' || u.unit_id, 'year', u.school_year, 'term', u.term, 'principal', u.principal,
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
