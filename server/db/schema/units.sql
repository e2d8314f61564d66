-- A school, an education office, or the operators. Foreign keys carry the unit as well, so that no row can point into another unit.
create table unit (
  unit_id uuid primary key default portal_new_id(),
  name text not null,
  english_name text not null,
  -- '0' operators, '1' education office, '2' school.
  unit_type text not null check (unit_type in ('0', '1', '2')),
  -- 1 in use; anything else: the unit's addresses answer as if they did not exist.
  status smallint not null default 1,
  theme_color text not null default '#457CD6' check (theme_color ~ '^#[0-9a-fA-F]{6}$'),
  footer text,
  link text,
  decoration_set jsonb,
  school_year text not null default '',
  term text not null default '',
  principal text,
  created_at timestamptz not null default now(),
  -- Which ways in a unit allows by what an address carries, see the contract's `signInWays`; what is not true here is off.
  sign_in_ways jsonb not null default '{}',
  password_rule text not null default 'mixed' check (password_rule in ('mixed', 'simple')),
  -- The bell shows a dot instead of a count (the specification's pcOpen).
  message_dot boolean not null default false,
  -- What people see who chose nothing; null: the unit's own colour. Choices made before theme_synced_at do not count, and are not lost: taking the
  -- synchronisation back brings them back.
  default_theme text check (default_theme ~ '^[a-z]{1,16}$'),
  default_theme_color text check (default_theme_color ~ '^#[0-9a-fA-F]{6}$'),
  theme_synced_at timestamptz,
  -- Bytes of files of the whole unit; null: no limit. Only whoever runs the server knows its disk, so there is no default.
  storage_quota bigint check (storage_quota >= 0),
  -- Bytes of files of each person, by their type; null: no limit.
  student_quota bigint default 10737418240 check (student_quota >= 0),
  teacher_quota bigint default 107374182400 check (teacher_quota >= 0),
  parent_quota bigint default 5368709120 check (parent_quota >= 0),
  staff_quota bigint default 107374182400 check (staff_quota >= 0),
  -- Days after the end of a licence in which the unit still reads and exports what it has.
  licence_grace_days smallint not null default 30 check (licence_grace_days between 0 and 3650),
  -- A path of the portal's own host, opened after signing in; null: the desktop.
  login_jump_page text check (login_jump_page ~ '^/[^/\\[:space:]][^\\[:space:]]*$' and char_length(login_jump_page) <= 1024),
  -- Whether remembered credentials sign in by themselves.
  auto_login boolean not null default true,
  -- Codes of the offered languages; null: all. The client says so when it is no array.
  language_list jsonb,
  -- Where a browser with a ticket signs in; null: nowhere.
  ticket_path text default '/api/uaa/ticket/login' check (ticket_path ~ '^/[A-Za-z0-9_-][A-Za-z0-9_./-]*$' and char_length(ticket_path) <= 200),
  -- The query parameter of a ticket.
  ticket_name text not null default 'ticket' check (ticket_name ~ '^[A-Za-z][A-Za-z0-9_-]{0,31}$'),
  -- How the unit calls its desktop; null: by the unit's own name.
  desktop_name text check (char_length(desktop_name) between 1 and 64),
  desktop_english_name text check (char_length(desktop_english_name) between 1 and 64),
  -- Networks of the unit's own, such as the address behind which the whole school is. No mistakes of others make a new device wait there.
  networks inet[] not null default '{}' check (cardinality(networks) <= 32),
  -- What a unit asks of its administrators: a second factor, and the networks they come from. An empty list is every network.
  admin_second_factor boolean not null default false,
  admin_networks inet[] not null default '{}' check (cardinality(admin_networks) <= 32),
  suspended_at timestamptz,
  -- When the unit is deleted with everything of it.
  delete_after timestamptz,
  archived_at timestamptz,
  -- What the operator allows: open accounts, and bytes of files. Null: no limit.
  people_limit integer check (people_limit >= 1),
  storage_limit bigint check (storage_limit >= 0),
  -- An education office (unit_type '1') and its schools. The operator says which schools belong to it.
  area_id uuid references unit on delete set null,
  -- Who has chosen no language begins with the browser's, where it is one of the unit's.
  language_follows_browser boolean not null default false,
  -- Bytes of hand-ins of each class that has no figure of its own; null: no limit.
  class_quota bigint default 5368709120 check (class_quota >= 0),
  constraint unit_deletion_suspends check (delete_after is null or status <> 1),
  constraint unit_archive_suspends check (archived_at is null or status <> 1),
  constraint unit_area_is_of_schools check (area_id is null or unit_type = '2'),
  -- Nobody could take back a suspension of the operators' unit.
  constraint unit_of_operators_is_in_use check (unit_type <> '0' or status = 1)
);
create index on unit (area_id) where area_id is not null;
create unique index unit_of_operators on unit (unit_type) where unit_type = '0';
revoke insert, delete on unit from portal_app;

-- The addresses of a unit. The host decides the unit before anybody is signed in.
create table unit_host (
  host text primary key check (host = lower(host) and host <> ''),
  unit_id uuid not null references unit,
  -- The address that is named first, where one is enough.
  is_main boolean not null default false
);
create index on unit_host (unit_id);
create unique index on unit_host (unit_id) where is_main;
-- Which unit answers at which address is never the application's to change.
revoke insert, update, delete on unit_host from portal_app;

create table campus (
  campus_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  name text not null,
  english_name text not null,
  position integer not null default 0,
  -- So that a class cannot point at another unit's campus.
  unique (unit_id, campus_id)
);
create index on campus (unit_id, position);

-- A unit's logo. Kept in the database: small, and wanted by the login page before anybody is signed in.
create table unit_logo (
  unit_id uuid primary key references unit on delete cascade,
  media_type text not null check (media_type in ('image/svg+xml', 'image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) between 1 and 1048576),
  sha256 bytea not null generated always as (sha256(content)) stored
);

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

-- Which reminders were sent of the end of a licence; another end has reminders of its own.
create table licence_reminder (
  unit_id uuid not null,
  server_id text not null,
  ends_at timestamptz not null,
  days smallint not null,
  sent_at timestamptz not null default now(),
  primary key (unit_id, server_id, ends_at, days),
  foreign key (unit_id, server_id) references licence (unit_id, server_id) on delete cascade
);

-- Codes of set-up links: each works once, and none does when there is an operator. Of no unit, because there is none yet; the application's role cannot
-- read them.
create table setup_code (
  -- SHA-256 of 256 random bits.
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  expires_at timestamptz not null
);
revoke all on setup_code from portal_app;

-- What the operator exports of a unit: one ZIP in the store, kept for some days. It counts as nobody's storage.
create table unit_export (
  export_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit on delete cascade,
  with_files boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'writing', 'done', 'failed', 'removed')),
  -- Percent.
  progress smallint not null default 0 check (progress between 0 and 100),
  -- Of the failure that ended it.
  code text,
  size bigint,
  sha256 text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  -- The operator's session that may download it, and until when.
  opened_session uuid,
  opened_until timestamptz,
  check (state <> 'done' or (sha256 is not null and size is not null and expires_at is not null)),
  check (state = 'done' or sha256 is null)
);
create unique index unit_export_at_once on unit_export (unit_id) where state in ('waiting', 'writing');
create index on unit_export (unit_id, created_at desc);
create index on unit_export (unit_id, sha256) where sha256 is not null;

-- For how many months a unit keeps what would otherwise grow without end. A unit without a row has the defaults.
create table unit_retention (
  unit_id uuid primary key references unit,
  message_months smallint not null check (message_months between 12 and 120),
  todo_months smallint not null check (todo_months between 12 and 120),
  publication_months smallint not null check (publication_months between 12 and 120),
  roster_months smallint not null check (roster_months between 12 and 120),
  theme_months smallint not null check (theme_months between 12 and 120)
);
