-- An application as one unit offers it.
create table application (
  unit_id uuid not null references unit,
  code text not null check (code ~ '^[A-Za-z0-9_-]{1,64}$'),
  name text not null,
  english_name text not null,
  short_name text not null,
  english_short_name text not null,
  -- The desktop's group; null for a module that has no icon.
  group_code text check (group_code in ('ZDYYYFL-CYYY', 'ZDYYYFL-XZBG', 'ZDYYYFL-JWGL', 'ZDYYYFL-SJZX', 'ZDYYYFL-JZGGL', 'ZDYYYFL-ZZXX',
    'ZDYYYFL-JYKY', 'ZDYYYFL-XSCZ', 'ZDYYYFL-ZWHQ')),
  -- A path inside the application, or an absolute address of another site; never an address that runs script.
  menu_route text not null default '' check (menu_route ~ '^($|https?://[^/]|/?[^/:]+(/|$))'),
  -- The service that the application belongs to, and under which it is licensed.
  server_id text not null default 'base',
  deploy_path text not null default 'pages',
  -- Whom the application is made for, and, unless empty, whom the unit limits it to.
  front_user_types smallint[] not null default '{1,2,3,4}',
  limit_user_types smallint[] not null default '{}',
  -- 2 is a page resource.
  resource_type smallint not null default 2,
  -- 0 is not shown.
  update_status smallint not null default 1,
  icon_path text not null default '',
  position integer not null default 0,
  -- The application that it stands in. In a folder (resource type 1, without a page of its own) it is an application; in an application (type 2) it is one of
  -- its pages, and its route is a path in there.
  parent_code text,
  -- Made by the unit's administrators, who can delete it.
  own boolean not null default false,
  -- The third party that it opens. Without a foreign key: when that is gone there is nothing to open, and nobody sees the application.
  client_id text check (client_id is null or own),
  -- What it is limited to; an empty list limits nothing. Without foreign keys: a class that is gone still limits it, or else everyone would see it.
  limit_role_ids uuid[] not null default '{}',
  limit_class_ids uuid[] not null default '{}',
  limit_campus_ids uuid[] not null default '{}',
  -- Deleted, and kept for the undo.
  removed_at timestamptz check (removed_at is null or own),
  primary key (unit_id, code),
  constraint application_parent foreign key (unit_id, parent_code) references application (unit_id, code) on delete cascade,
  constraint application_place check (parent_code is null or (group_code is null and parent_code <> code)),
  constraint application_resource_type check (resource_type in (1, 2))
);
create index on application (unit_id, position);
create index on application (unit_id, parent_code) where parent_code is not null;

-- Pictures of applications, small and made by the portal itself; named by the SHA-256 of the content.
create table application_picture (
  unit_id uuid not null references unit on delete cascade,
  picture_id text not null check (picture_id ~ '^[0-9a-f]{64}$'),
  -- An SVG around the picture, with its grey and its cartoon form.
  content bytea not null check (octet_length(content) between 1 and 262144),
  added_at timestamptz not null default now(),
  primary key (unit_id, picture_id)
);

-- The order of icons for people of a type who have none of their own; as desktop_order.
create table desktop_default (
  unit_id uuid not null references unit on delete cascade,
  user_type smallint not null check (user_type between 1 and 4),
  groups jsonb not null,
  primary key (unit_id, user_type)
);

-- A person's own order of icons.
create table desktop_order (
  user_id uuid primary key,
  unit_id uuid not null,
  -- Groups with the codes of their icons, as the contract's desktopOrder.
  groups jsonb not null check (jsonb_typeof(groups) = 'array' and octet_length(groups::text) <= 262144),
  saved_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);

-- Which applications are opened. Append-only for the application; upkeep, as owner, deletes what is old.
create table access_log (
  access_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  user_type smallint not null,
  -- The application's code, and its name at that time.
  res_id text not null,
  res_name text not null,
  type smallint not null,
  at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on access_log (user_id);
create index on access_log (unit_id, at);
create index on access_log (at);
revoke update, delete on access_log from portal_app;
grant update, delete on access_log to portal_personal_data;

-- What an application tells its user on the desktop, one card each. Not unique by a key, so that two accounts can be merged; the newest counts.
create table today_card (
  unit_id uuid not null,
  user_id uuid not null,
  code text not null,
  title text not null check (char_length(title) between 1 and 60),
  english_title text not null default '' check (char_length(english_title) <= 60),
  body text not null default '' check (char_length(body) <= 120),
  english_body text not null default '' check (char_length(english_body) <= 120),
  -- A fragment within the application.
  place text not null default '' check (place ~ '^(#/[\w/?=&%.~-]*)?$' and char_length(place) <= 200),
  ends_at timestamptz not null,
  saved_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on today_card (user_id, code);
create index on today_card (ends_at);
