-- Who belongs to which unit, how they prove it, and what a request may see because of it.

-- A school or an area office. Foreign keys below carry the unit as well, so that no row can point into another unit.
create table unit (
  unit_id uuid primary key default portal_new_id(),
  name text not null,
  english_name text not null,
  -- '1' area office, '2' school.
  unit_type text not null check (unit_type in ('1', '2')),
  -- 1 in use; anything else: the unit's addresses answer as if they did not exist.
  status smallint not null default 1,
  theme_color text not null default '#457CD6' check (theme_color ~ '^#[0-9a-fA-F]{6}$'),
  footer text,
  link text,
  decoration_set jsonb,
  school_year text not null default '',
  term text not null default '',
  principal text,
  created_at timestamptz not null default now()
);

-- The addresses of a unit. The host decides the unit before anybody is signed in.
create table unit_host (
  host text primary key check (host = lower(host) and host <> ''),
  unit_id uuid not null references unit
);
create index on unit_host (unit_id);

create table campus (
  campus_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  name text not null,
  english_name text not null,
  position integer not null default 0
);
create index on campus (unit_id, position);

create table user_account (
  user_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  login_name text not null check (login_name = btrim(login_name) and login_name <> ''),
  real_name text not null,
  -- 1 student, 2 teacher, 3 parent, 4 other staff.
  user_type smallint not null check (user_type between 1 and 4),
  -- 1 boy, 2 girl, anything else a neutral avatar.
  sex smallint,
  avatar text,
  image_path text,
  superman boolean not null default false,
  -- 1 may sign in; anything else may not.
  status smallint not null default 1,
  -- The parent account of the same person, for teachers who have one.
  parent_id uuid,
  language text not null default 'zh-CN' check (language in ('zh-CN', 'en')),
  theme text,
  theme_color text,
  created_at timestamptz not null default now(),
  unique (unit_id, user_id),
  foreign key (unit_id, parent_id) references user_account (unit_id, user_id)
);
create unique index user_account_login on user_account (unit_id, lower(login_name));

-- Apart from the account, so that no query about people carries a hash along.
create table credential (
  user_id uuid primary key,
  unit_id uuid not null,
  password_hash text not null,
  changed_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);

create table role (
  role_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  service text not null,
  code text not null,
  name text not null,
  english_name text not null,
  unique (unit_id, role_id),
  unique (unit_id, service, code)
);

create table role_member (
  unit_id uuid not null,
  role_id uuid not null,
  user_id uuid not null,
  primary key (user_id, role_id),
  foreign key (unit_id, role_id) references role (unit_id, role_id) on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on role_member (role_id);

-- One sign-in on one device: the family of its tokens. Only SHA-256 hashes of tokens are kept.
create table session (
  session_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  -- The part of the refresh token that stays the same through all rotations.
  family_hash bytea not null unique,
  access_hash bytea not null unique,
  access_expires_at timestamptz not null,
  refresh_hash bytea not null,
  refresh_expires_at timestamptz not null,
  -- The refresh token before the current one, and what its successor was derived with (see server/services/session-tokens.ts).
  previous_refresh_hash bytea,
  rotation_salt bytea,
  rotated_at timestamptz,
  -- However often it is refreshed, a session is over by then.
  ends_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  user_agent text not null default '',
  revoked_at timestamptz,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on session (user_id);
create index on session (refresh_expires_at);

-- Failed sign-ins per (account, device), (account, address), address and account: each key is a hash of what it stands for.
create table login_attempt (
  unit_id uuid not null references unit,
  key bytea not null,
  failures integer not null,
  last_at timestamptz not null default now(),
  blocked_until timestamptz,
  primary key (unit_id, key)
);
create index on login_attempt (last_at);

-- Devices on which a person has signed in before; an attacker elsewhere cannot slow those down.
create table login_device (
  unit_id uuid not null,
  user_id uuid not null,
  device_hash bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (user_id, device_hash),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on login_device (last_used_at);

select portal_isolate('unit');
select portal_isolate('unit_host');
select portal_isolate('campus');
select portal_isolate('user_account');
select portal_isolate('credential');
select portal_isolate('role');
select portal_isolate('role_member');
select portal_isolate('session');
select portal_isolate('login_attempt');
select portal_isolate('login_device');

-- Which unit answers at which address is never the application's to change.
revoke insert, update, delete on unit_host from portal_app;
revoke insert, delete on unit from portal_app;

-- Begins a call in one trip: finds the unit of the host and the live session of the access token in that unit, and limits the rest of the
-- transaction to them. No row: no unit answers at this host. Null session_id: nobody is signed in.
create function portal_begin(call_host text, call_access_hash bytea)
returns table (unit_id uuid, unit_type text, session_id uuid, user_id uuid, user_type smallint, admin boolean)
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
  perform set_config('portal.unit_id', unit_id::text, true), set_config('portal.user_id', coalesce(user_id::text, ''), true);
  return next;
end
$$;

-- The transaction's person and their unit, as the contract's `me` answers. A function, because a connection keeps its plan: this is the most
-- frequent call of all, and planning takes longer than running it. Row-level security applies to it as to any query.
create function portal_session_user() returns json language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select json_build_object(
      'userId', a.user_id, 'realName', a.real_name, 'userType', a.user_type, 'loginName', a.login_name, 'avatar', a.avatar, 'sex', a.sex,
      'superman', a.superman, 'userStatus', a.status, 'userImgPath', a.image_path, 'langType', a.language, 'theme', a.theme,
      'themeColor', a.theme_color, 'parentId', coalesce(a.parent_id, case when a.user_type = 3 then a.user_id end),
      'unitId', u.unit_id, 'unitType', u.unit_type, 'unitName', u.name, 'unitEnName', u.english_name, 'unitStatus', u.status,
      'unitImgPath', '/api/storage/show/unit/' || u.unit_id, 'year', u.school_year, 'term', u.term, 'principal', u.principal,
      'prePath', 'pre', 'idPath', case when a.user_type in (1, 3) then 'spm' else 'tm' end,
      -- The contract carries the campuses as text.
      'campusUnits', coalesce((
        select json_agg(json_build_object('campusId', c.campus_id, 'name', c.name, 'englishName', c.english_name) order by c.position, c.name)
        from campus c where c.unit_id = a.unit_id), '[]')::text)
    from user_account a join unit u on u.unit_id = a.unit_id
    where a.user_id = portal_user_id());
end
$$;
