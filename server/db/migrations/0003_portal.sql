-- What a unit's desktop shows, what people may do, what waits for them, and who is in which class.

-- A unit's logo. Kept in the database: small, and wanted by the login page before anybody is signed in.
create table unit_logo (
  unit_id uuid primary key references unit on delete cascade,
  media_type text not null check (media_type in ('image/svg+xml', 'image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) between 1 and 1048576),
  sha256 bytea not null generated always as (sha256(content)) stored
);

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
  primary key (unit_id, code)
);
create index on application (unit_id, position);

-- What a unit has licensed, by service. A service without a row is not licensed.
create table licence (
  unit_id uuid not null references unit,
  server_id text not null,
  name text not null,
  english_name text not null,
  ends_at timestamptz not null,
  -- The unit runs under another operator's brand.
  oam boolean not null default false,
  primary key (unit_id, server_id)
);

-- Permission codes: a tree per unit, whose roots are application codes.
create table permission (
  unit_id uuid not null references unit,
  code text not null check (code ~ '^[A-Za-z0-9_-]{1,128}$'),
  name text not null,
  parent_code text,
  position integer not null default 0,
  primary key (unit_id, code),
  foreign key (unit_id, parent_code) references permission (unit_id, code) on delete cascade
);
create index on permission (unit_id, parent_code);

-- Who holds a permission: everybody of a user type, or whoever holds a role.
create table permission_grant (
  unit_id uuid not null,
  code text not null,
  user_type smallint check (user_type between 1 and 4),
  role_id uuid,
  check (num_nonnulls(user_type, role_id) = 1),
  foreign key (unit_id, code) references permission (unit_id, code) on delete cascade,
  foreign key (unit_id, role_id) references role (unit_id, role_id) on delete cascade
);
create unique index on permission_grant (unit_id, code, user_type) where user_type is not null;
create unique index on permission_grant (unit_id, code, role_id) where role_id is not null;
create index on permission_grant (role_id);

-- A message on the desktop; who gets it and has read it is in message_recipient.
create table message (
  message_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  -- Code of the application or module that it comes from.
  module text not null,
  body text not null,
  importance smallint not null check (importance between 1 and 5),
  -- 1 opens the module-expiry dialog with `content`.
  open_way smallint not null default 0,
  url text check (url ~ '^(https?://[^/]|/[^/])'),
  content jsonb,
  sent_at timestamptz not null default now(),
  unique (unit_id, message_id)
);
create index on message (unit_id, sent_at);

create table message_recipient (
  unit_id uuid not null,
  user_id uuid not null,
  message_id uuid not null,
  read_at timestamptz,
  primary key (user_id, message_id),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, message_id) references message (unit_id, message_id) on delete cascade
);
-- Unread messages are asked for at every sign-in and are few; read ones gather for years.
create index message_unread on message_recipient (user_id, message_id) where read_at is null;
create index on message_recipient (message_id);

create table todo (
  todo_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  module text not null,
  title text not null,
  url text check (url ~ '^(https?://[^/]|/[^/])'),
  created_at timestamptz not null default now(),
  -- When it was done or ignored; null while it is open.
  closed_at timestamptz,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index todo_open on todo (user_id, created_at desc) where closed_at is null;
create index on todo (user_id);

create table grade (
  grade_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  name text not null,
  english_name text not null,
  position integer not null default 0,
  unique (unit_id, grade_id)
);

-- So that a class cannot point at another unit's campus.
alter table campus add unique (unit_id, campus_id);

create table class_group (
  class_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  grade_id uuid not null,
  campus_id uuid,
  name text not null,
  english_name text not null,
  head_teacher_id uuid,
  position integer not null default 0,
  unique (unit_id, class_id),
  foreign key (unit_id, grade_id) references grade (unit_id, grade_id),
  foreign key (unit_id, campus_id) references campus (unit_id, campus_id),
  foreign key (unit_id, head_teacher_id) references user_account (unit_id, user_id)
);
create index on class_group (unit_id, grade_id);

-- A pupil. Younger ones have no account of their own.
create table student (
  student_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  user_id uuid unique,
  class_id uuid not null,
  student_number text not null,
  real_name text not null,
  english_name text not null,
  sex smallint,
  unique (unit_id, student_id),
  unique (unit_id, student_number),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id),
  foreign key (unit_id, class_id) references class_group (unit_id, class_id)
);
create index on student (class_id);

-- Which parent's account cares for which pupil.
create table guardian (
  unit_id uuid not null,
  parent_id uuid not null,
  student_id uuid not null,
  -- When the parent last chose this child: the latest is the current one.
  chosen_at timestamptz,
  primary key (parent_id, student_id),
  foreign key (unit_id, parent_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade
);
create index on guardian (student_id);

-- What a unit records about a teacher or another employee.
create table staff_member (
  user_id uuid primary key,
  unit_id uuid not null,
  staff_number text not null,
  english_name text not null,
  department text not null,
  english_department text not null,
  position_title text not null,
  english_position_title text not null,
  unique (unit_id, staff_number),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);

select portal_isolate('unit_logo');
select portal_isolate('application');
select portal_isolate('licence');
select portal_isolate('permission');
select portal_isolate('permission_grant');
select portal_isolate('message');
select portal_isolate('message_recipient');
select portal_isolate('todo');
select portal_isolate('grade');
select portal_isolate('class_group');
select portal_isolate('student');
select portal_isolate('guardian');
select portal_isolate('staff_member');
