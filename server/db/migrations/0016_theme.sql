-- Themes: what each person chose, what a unit's administrators chose for everybody, and who did so when.

alter table user_account add column theme_chosen_at timestamptz;
alter table user_account add constraint user_account_theme check (theme ~ '^[a-z]{1,16}$');
alter table user_account add constraint user_account_theme_color check (theme_color ~ '^#[0-9a-fA-F]{6}$');

-- What people see who chose nothing; null: the unit's own colour. Choices made before theme_synced_at do not count, and are not lost: taking the
-- synchronisation back brings them back.
alter table unit
  add column default_theme text check (default_theme ~ '^[a-z]{1,16}$'),
  add column default_theme_color text check (default_theme_color ~ '^#[0-9a-fA-F]{6}$'),
  add column theme_synced_at timestamptz;

-- What administrators chose for others, with what stood there before. Append-only for the application.
create table theme_change (
  change_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  -- 'default': for whoever chose nothing; 'sync': for everybody; 'undo': a synchronisation taken back.
  kind text not null check (kind in ('default', 'sync', 'undo')),
  theme text,
  theme_color text,
  previous_theme text,
  previous_theme_color text,
  previous_synced_at timestamptz,
  at timestamptz not null default clock_timestamp(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on theme_change (unit_id, at desc);

select portal_isolate('theme_change');
revoke update, delete on theme_change from portal_app;

-- The theme that the transaction's person sees, and its colour; both null where nobody chose any.
create function portal_theme(out theme text, out theme_color text)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select
    case when own.counts then a.theme else u.default_theme end,
    case when own.counts then a.theme_color else u.default_theme_color end
  from user_account a
  join unit u on u.unit_id = a.unit_id
  cross join lateral (
    select coalesce(a.theme is not null and (u.theme_synced_at is null or a.theme_chosen_at > u.theme_synced_at), false) as counts) own
  where a.user_id = portal_user_id()
$$;

create or replace function portal_session_user() returns json language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select json_build_object(
      'userId', a.user_id, 'realName', a.real_name, 'userType', a.user_type, 'loginName', a.login_name, 'avatar', a.avatar, 'sex', a.sex,
      'superman', a.superman, 'userStatus', a.status, 'userImgPath', a.image_path, 'langType', a.language, 'theme', t.theme,
      'themeColor', t.theme_color, 'parentId', coalesce(a.parent_id, case when a.user_type = 3 then a.user_id end),
      'unitId', u.unit_id, 'unitType', u.unit_type, 'unitName', u.name, 'unitEnName', u.english_name, 'unitStatus', u.status,
      'unitImgPath', '/api/storage/show/unit/' || u.unit_id, 'year', u.school_year, 'term', u.term, 'principal', u.principal,
      'prePath', 'pre', 'idPath', case when a.user_type in (1, 3) then 'spm' else 'tm' end,
      -- The contract carries the campuses as text.
      'campusUnits', coalesce((
        select json_agg(json_build_object('campusId', c.campus_id, 'name', c.name, 'englishName', c.english_name) order by c.position, c.name)
        from campus c where c.unit_id = a.unit_id), '[]')::text)
    from user_account a join unit u on u.unit_id = a.unit_id cross join portal_theme() t
    where a.user_id = portal_user_id());
end
$$;
