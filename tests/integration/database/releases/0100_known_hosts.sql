-- The portal's database after migration 0100_known_hosts, the last one before the baseline, whose schema is the same; with rows of
-- tests/support/releases/make-rows.ts.
set check_function_bodies = off;
create table if not exists portal_migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
);
-- What every table stands on: the application's role, its rights, and the collations of names.

-- Roles belong to the whole cluster, while several of its databases may be made at once: whoever comes second finds the role there.
do $$
begin
  for attempt in 1..10 loop
    begin
      if not exists (select from pg_roles where rolname = 'portal_app') then
        create role portal_app nologin;
      end if;
      execute format('grant portal_app to %I', current_user);
      exit;
    exception
      when duplicate_object or unique_violation then null;
      -- "tuple concurrently updated": another database of the cluster grants the same role just now.
      when internal_error then
        if attempt = 10 then raise; end if;
        perform pg_sleep(0.02 * attempt);
    end;
  end loop;
end
$$;

revoke create on schema public from public;
grant usage on schema public to portal_app;

-- Tables, sequences and functions are usable by the application without a grant of their own; never truncate, never DDL.
alter default privileges in schema public grant select, insert, update, delete on tables to portal_app;
alter default privileges in schema public grant usage on sequences to portal_app;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant execute on functions to portal_app;

-- As people read names in each language, with numbers by their value: the same as the browser's Intl.Collator. A PostgreSQL that was built without ICU
-- orders by code point, and the page then puts into order what it has.
do $$
begin
  create collation portal_names_zh (provider = icu, locale = 'zh-u-co-pinyin-kn-true-ks-level1');
  create collation portal_names_en (provider = icu, locale = 'en-u-kn-true-ks-level1');
exception
  when feature_not_supported then
    create collation portal_names_zh from "C";
    create collation portal_names_en from "C";
end
$$;
-- A new identifier (UUID version 7): it grows with time, so that indexes stay dense. PostgreSQL 18 has uuidv7() of its own; this works before it.
create or replace function portal_new_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_byte(
      set_byte(
        overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
        6, (get_byte(uuid_send(gen_random_uuid()), 6) & 15) | 112),
      8, (get_byte(uuid_send(gen_random_uuid()), 8) & 63) | 128),
    'hex')::uuid
$$;
-- The unit whose rows this transaction sees, or null when none was set.
create or replace function portal_unit_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('portal.unit_id', true), '')::uuid
$$;
-- The person on whose behalf this transaction runs, or null.
create or replace function portal_user_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('portal.user_id', true), '')::uuid
$$;
-- Isolates one table by its column unit_id (uuid not null): a transaction sees and writes only the rows of its unit, and none without a unit.
-- The schema calls `select portal_isolate('table')` once for each table with that column. Row-level security is forced, and the owner's exemption
-- (changes of the schema, the demo school, security-definer functions) is a policy that the catalogue shows.
create or replace function portal_isolate(isolated regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', isolated);
  execute format('alter table %s force row level security', isolated);
  execute format(
    'create policy portal_unit on %s using (unit_id = (select portal_unit_id())) with check (unit_id = (select portal_unit_id()))', isolated);
  execute format('create policy portal_owner on %s to %I using (true) with check (true)', isolated, current_user);
end
$$;
revoke execute on function portal_isolate(regclass) from portal_app;
-- How texts are compared: without differences of case, width and spaces. contract/rules/text/fold-text.ts has the same function for what is typed, with what it folds;
-- a test compares both.
create or replace function portal_fold(value text) returns text language sql immutable strict parallel safe as $$
  select case when value collate "C" ~ '^[!-~]*$' then pg_catalog.lower(value)
    else pg_catalog.normalize(pg_catalog.lower(pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.regexp_replace(
      pg_catalog.normalize(pg_catalog.translate(value, U&'\00B4', ''''), 'NFKC') collate "C", '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB]', '', 'g'),
      '[\u0001-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g') collate "default")), 'NFKC') end
$$;
-- As portal_fold, and without spaces, apostrophes, hyphens and dots. contract/rules/text/fold-text.ts has the same function for what is typed, with what it folds;
-- a test compares both.
create or replace function portal_fold_name(value text) returns text language sql immutable strict parallel safe as $$
  select pg_catalog.regexp_replace(public.portal_fold(value) collate "C", '[\u0001-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\u0027\u002D.\u0060\u00B7\u02B9-\u02BC\u0387\u2010-\u2015\u2018-\u201B\u2022\u2027\u2212\u2219\u22C5\u2E31\u2E33\u30FB\uA78F]', '', 'g') collate "default"
$$;
-- As portal_fold_name, and without accents: 'Müller' as 'muller'.
create or replace function portal_search_name(value text) returns text language sql immutable strict parallel safe as $$
  select case when value collate "C" ~ '^[!-~]*$' then public.portal_fold_name(value)
    else pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.translate(pg_catalog.normalize(pg_catalog.regexp_replace(
      pg_catalog.normalize(public.portal_fold_name(value), 'NFKD') collate "C", '[\u0300-\u036F]', '', 'g') collate "default", 'NFC'),
      'øłđðıħ', 'olddih'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end
$$;
-- All lines by which a name is found; Müller is written Mueller as well.
create or replace function portal_search_lines(value text) returns text language sql immutable strict parallel safe as $$
  select case when pg_catalog.normalize(value, 'NFC') collate "C" !~ '[äöüÄÖÜ]' then public.portal_search_name(value)
    else public.portal_search_name(value) || chr(10) || public.portal_search_name(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(
      pg_catalog.lower(pg_catalog.normalize(value, 'NFC')), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')) end
$$;
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
  -- Since when nobody can use it.
  suspended_at timestamptz,
  -- From then on it is deleted with all that belongs to it.
  delete_after timestamptz,
  -- Since when it is kept without being used.
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
select portal_isolate('unit');
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
select portal_isolate('unit_host');
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
select portal_isolate('campus');

-- A unit's logo. Kept in the database: small, and wanted by the login page before anybody is signed in.
create table unit_logo (
  unit_id uuid primary key references unit on delete cascade,
  media_type text not null check (media_type in ('image/svg+xml', 'image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) between 1 and 1048576),
  sha256 bytea not null generated always as (sha256(content)) stored
);
select portal_isolate('unit_logo');

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
select portal_isolate('licence');

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
select portal_isolate('licence_reminder');

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
select portal_isolate('unit_export');
-- An account of a person in one unit. A person may have two: a parent's and a teacher's, linked by parent_id.
create table user_account (
  user_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  login_name text not null constraint user_account_login_name_check check (login_name = btrim(login_name) and (login_name <> '' or user_type = 3)),
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
  -- Not unique: parents and children share one, and so do the two accounts of a teacher who is a parent.
  email text check (char_length(email) <= 254 and email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'),
  theme_chosen_at timestamptz,
  -- Syllables without tones, one for each character, separated by spaces; null until the server has worked them out (person-pinyin.ts).
  name_pinyin text,
  -- As in the lists of pupils and employees; '' where the school has none.
  english_name text not null default '',
  name_letters text generated always as (portal_fold_name(name_pinyin)) stored,
  name_initials text generated always as (portal_fold_name(regexp_replace(name_pinyin, '(\S)\S*\s*', '\1', 'g'))) stored,
  search_text text generated always as (
    portal_search_lines(real_name) || chr(10) || portal_search_lines(english_name) || chr(10) || coalesce(portal_fold_name(name_pinyin), '')
      || chr(2) || portal_fold(login_name)) stored,
  login_key text generated always as (nullif(portal_fold(login_name), '')) stored,
  -- When the person chose the language. Until then it is the one in which they last read the portal.
  language_chosen_at timestamptz,
  unique (unit_id, user_id),
  foreign key (unit_id, parent_id) references user_account (unit_id, user_id),
  constraint user_account_theme check (theme ~ '^[a-z]{1,16}$'),
  constraint user_account_theme_color check (theme_color ~ '^#[0-9a-fA-F]{6}$')
);
create index on user_account (user_id) where name_pinyin is null;
create index on user_account (unit_id, user_id) where status <> 1;
create unique index user_account_parent on user_account (parent_id) where parent_id is not null;
create index on user_account (unit_id, name_letters, real_name, user_id);
create unique index user_account_login on user_account (unit_id, login_key);
select portal_isolate('user_account');

-- Apart from the account, so that no query about people carries a hash along.
create table credential (
  user_id uuid primary key,
  unit_id uuid not null,
  password_hash text not null,
  changed_at timestamptz not null default now(),
  -- Given by the school, printed or mailed: the person chooses another with the next sign-in.
  is_first boolean not null default false,
  -- Who gave a first password: it signs in as long as that account may act for the one that it opens. Null for a password of one's own, and where nobody
  -- knows, which counts as a stranger's.
  issued_by uuid,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, issued_by) references user_account (unit_id, user_id) on delete set null (issued_by)
);
create index on credential (issued_by) where issued_by is not null;
select portal_isolate('credential');

-- The picture of a person, as the SHA-256 of its bytes in the store.
create table account_picture (
  user_id uuid primary key,
  unit_id uuid not null,
  sha256 text not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  saved_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
-- Upkeep asks whether anything shows an object.
create index on account_picture (unit_id, sha256);
select portal_isolate('account_picture');

-- How to reach a person, as they entered it. Apart from the account, so that no query about people carries it along; a person without any has no row.
create table account_contact (
  user_id uuid primary key,
  unit_id uuid not null,
  -- A mobile number, and any other: both as typed.
  phone text check (char_length(phone) between 3 and 32 and phone ~ '[0-9]'),
  contact text check (contact ~ '^[0-9 -]+$' and char_length(contact) <= 32),
  changed_at timestamptz not null default now(),
  check (phone is not null or contact is not null),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
select portal_isolate('account_contact');

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
  -- The refresh token before the current one, and what its successor was derived with (see server/modules/auth/session-tokens.ts).
  previous_refresh_hash bytea,
  rotation_salt bytea,
  rotated_at timestamptz,
  -- However often it is refreshed, a session is over by then.
  ends_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  user_agent text not null default '',
  revoked_at timestamptz,
  -- Whether a second factor was proved in this session: at its sign-in, or later in it.
  second_factor boolean not null default false,
  -- When the factor was proved last, for what asks for one that is fresh.
  second_factor_at timestamptz,
  -- The account by whose credentials a chain of sessions began that goes on by switching; null where it is the session's own. No key: it is compared alone.
  began_as uuid,
  -- Whether the password opened it. A first password is replaced only in such a session: whoever signs a person in by a ticket or a provider could otherwise
  -- choose the password for good.
  by_password boolean not null default false,
  -- When the browser last reported that a proxy holds streams of live changes back. Few sessions have it.
  stream_held_at timestamptz,
  -- When the person of a session proved who they are, which applications are told (`auth_time` of OpenID Connect). A session that was handed over or switched
  -- to has the time of the one it came from.
  authenticated_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on session (user_id);
create index on session (refresh_expires_at);
-- Sessions end with the account by whose credentials they began too. Without an index each closing of an account reads all sessions of all units.
create index session_began_as on session (began_as) where began_as is not null;
create index session_stream_held on session (stream_held_at) where stream_held_at is not null;
select portal_isolate('session');

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
-- Whether anybody has signed in on a device: such a device has a count of its own for faces that were not recognised.
create index on login_device (unit_id, device_hash);
select portal_isolate('login_device');

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
select portal_isolate('login_attempt');

-- How far ahead of its pace a key is: each counted thing adds the pace's interval to a moment that is never in the past. Unlogged, because each
-- request would write to the log otherwise: a crash of the database forgets these counts, and keeps those of `login_attempt`. Without an index on the
-- moment and without a foreign key, either of which would make each count slower.
create unlogged table rate_limit (
  unit_id uuid not null,
  key bytea not null,
  spent_until timestamptz not null,
  pace interval not null,
  primary key (unit_id, key)
);
select portal_isolate('rate_limit');

-- What happened around people's sign-ins, for themselves to see. Append-only for the application; upkeep, as owner, deletes what is old.
create table sign_in_event (
  event_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('signed-in', 'failed', 'slowed-down', 'signed-out', 'session-ended',
    'token-reused', 'handed-over', 'client-registered', 'role-switched', 'identity-bound', 'identity-unbound', 'authorized', 'passkey-added',
    'passkey-removed', 'second-step-on', 'second-step-off', 'recovery-code-used', 'password-changed', 'reset-asked', 'reset-code-issued',
    'signed-out-by-admin', 'second-step-reset', 'email-changed', 'contact-seen', 'account-linked', 'account-unlinked')),
  -- Not now(): two events of one transaction keep their order.
  at timestamptz not null default clock_timestamp(),
  address text not null,
  user_agent text not null check (char_length(user_agent) <= 200),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on sign_in_event (unit_id, user_id, at desc);
create index on sign_in_event (at);
select portal_isolate('sign_in_event');
revoke update, delete on sign_in_event from portal_app;

-- A secret with which another window, application or device of the same person signs in: once, within a minute. Only its SHA-256 hash is kept.
create table handover (
  secret_hash bytea primary key check (octet_length(secret_hash) = 32),
  unit_id uuid not null,
  user_id uuid not null,
  -- The session that gave it: when that has been ended, this is worth nothing. No foreign key, since nobody deletes sessions that young.
  session_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on handover (user_id);
create index on handover (expires_at);
select portal_isolate('handover');

-- A device or application that a person let sign them in. Only the SHA-256 hash of its secret is kept.
create table user_client (
  client_hash bytea primary key check (octet_length(client_hash) = 32),
  unit_id uuid not null,
  user_id uuid not null,
  name text not null check (name = btrim(name) and name <> ''),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- Names the client in calls of its owner; no secret.
  user_client_id uuid not null default portal_new_id(),
  -- When its person proved who they are in the session in which it was registered: its secret proves the device alone.
  authenticated_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on user_client (user_id);
create unique index on user_client (user_client_id);
select portal_isolate('user_client');

-- What proves that somebody may set a person's password without the old one: once, and not for long.
create table password_reset (
  reset_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('mail', 'admin')),
  -- SHA-256 of the secret in a mail's link: it has 256 random bits.
  secret_hash bytea unique check (octet_length(secret_hash) = 32),
  -- argon2id of an administrator's code: it has 40.
  code_hash text,
  -- The administrator.
  issued_by uuid,
  -- How often a wrong code was given for it.
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((kind = 'mail') = (secret_hash is not null)),
  check ((kind = 'admin') = (code_hash is not null)),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, issued_by) references user_account (unit_id, user_id)
);
create index on password_reset (user_id);
create index on password_reset (expires_at);
select portal_isolate('password_reset');

-- A public key that one of the person's devices, or their password manager, answers for.
create table passkey (
  passkey_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  -- As browsers name it: base64url.
  credential_id text not null check (char_length(credential_id) between 1 and 1400),
  public_key bytea not null,
  -- How often it has signed, as it says itself; 0 where it does not count. One that falls back has been copied.
  counter bigint not null,
  -- How a browser reaches it (internal, hybrid, usb…).
  transports text[] not null default '{}',
  -- Kept by a password manager on several devices.
  backed_up boolean not null,
  name text not null check (name = btrim(name) and name <> ''),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- The account that the key names, where the person has moved to another account since.
  made_for uuid,
  -- The host that it was made for: lower case, without a port. Null for one that is older than this column, until it is used.
  host text check (host <> ''),
  unique (unit_id, credential_id),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on passkey (user_id);
create index on passkey (unit_id, host);
select portal_isolate('passkey');

-- What a browser was asked to sign: once, within five minutes, by the browser that holds the cookie. Only SHA-256 hashes are kept.
create table passkey_challenge (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  unit_id uuid not null references unit,
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  -- For a new passkey: the session whose person has just given their password. Null: for signing in.
  session_id uuid references session on delete cascade,
  expires_at timestamptz not null
);
create index on passkey_challenge (expires_at);
create index on passkey_challenge (session_id) where session_id is not null;
select portal_isolate('passkey_challenge');

-- An authenticator that is asked for after the password.
create table second_step (
  user_id uuid primary key,
  unit_id uuid not null,
  -- The secret, sealed by the server's vault.
  sealed_secret bytea not null,
  -- The last time step (30 seconds each) whose code was accepted: none is accepted twice.
  last_step bigint not null,
  since timestamptz not null default now(),
  -- Wrong codes since the last right one, from devices on which the person had not signed in before; only who has the password can add to it.
  failures integer not null default 0,
  blocked_until timestamptz,
  -- The account that the secret is sealed for, where the person has moved to another account since.
  made_for uuid,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
select portal_isolate('second_step');

-- An authenticator that is being set up: it counts once a code of it was given, in the session that began.
create table second_step_setup (
  user_id uuid primary key,
  unit_id uuid not null,
  session_id uuid not null references session on delete cascade,
  sealed_secret bytea not null,
  expires_at timestamptz not null,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on second_step_setup (expires_at);
create index on second_step_setup (session_id);
select portal_isolate('second_step_setup');

-- Codes that stand in for the authenticator, each once. They are short enough to be typed, so they are hashed like passwords.
create table recovery_code (
  unit_id uuid not null,
  user_id uuid not null,
  -- Told by the code's first character, so that one hash is computed and not ten.
  slot smallint not null check (slot between 0 and 9),
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, slot),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
select portal_isolate('recovery_code');
-- A provider of accounts. Its secret is sealed by the vault; without one the provider knows the portal as a public client.
create table sign_in_provider (
  provider_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  kind text not null check (kind in ('oidc', 'wechat_web', 'wechat_mp', 'wecom')),
  name text not null check (name = btrim(name) and name <> ''),
  english_name text not null check (english_name = btrim(english_name) and english_name <> ''),
  client_id text not null check (client_id <> ''),
  secret bytea,
  -- The application of a company, for WeCom alone.
  agent_id text,
  -- The issuer of an OpenID provider; else where the browser is sent.
  base_url text not null,
  -- Where the server asks; an OpenID provider tells that itself.
  api_url text,
  scopes text not null,
  logo text not null default '',
  enabled boolean not null default true,
  position integer not null default 0,
  -- As the discovery document named it when the provider was saved; '' unknown.
  issuer text not null default '',
  -- Of an issuer with {tenantid}: the tenants whose accounts are let in. An empty list without any_tenant lets none in.
  tenants uuid[] not null default '{}',
  any_tenant boolean not null default false,
  secret_way text check (secret_way in ('basic', 'body')),
  check ((kind = 'oidc') = (api_url is null)),
  unique (unit_id, provider_id)
);
select portal_isolate('sign_in_provider');

-- An account elsewhere that signs a person in.
create table external_identity (
  identity_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  provider_id uuid not null,
  user_id uuid not null,
  subject text not null check (subject <> ''),
  -- One person's across the WeChat applications of one owner.
  union_id text,
  display_name text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (provider_id, subject),
  foreign key (unit_id, provider_id) references sign_in_provider (unit_id, provider_id) on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on external_identity (user_id);
create index on external_identity (unit_id, union_id) where union_id is not null;
select portal_isolate('external_identity');

-- A sign-in that has gone to a provider and not come back yet. State and browser are kept as SHA-256 hashes; nonce and verifier are sealed by the vault.
create table social_attempt (
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  unit_id uuid not null,
  provider_id uuid not null,
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  secrets bytea not null,
  callback text not null,
  return_to text,
  expires_at timestamptz not null,
  foreign key (unit_id, provider_id) references sign_in_provider (unit_id, provider_id) on delete cascade
);
create index on social_attempt (browser_hash);
create index on social_attempt (expires_at);
select portal_isolate('social_attempt');

-- An identity that has been proved, belongs to no account yet, and waits for its person to name one.
create table pending_binding (
  binding_hash bytea primary key check (octet_length(binding_hash) = 32),
  unit_id uuid not null,
  provider_id uuid not null,
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  subject text not null,
  union_id text,
  display_name text,
  return_to text,
  expires_at timestamptz not null,
  -- The session at an OpenID provider with which a session of the portal was opened.
  provider_sid text,
  foreign key (unit_id, provider_id) references sign_in_provider (unit_id, provider_id) on delete cascade
);
create index on pending_binding (expires_at);
select portal_isolate('pending_binding');

-- The session at an OpenID provider with which a session of the portal was opened.
create table external_session (
  session_id uuid primary key references session on delete cascade,
  unit_id uuid not null references unit on delete cascade,
  provider_id uuid not null,
  subject text not null,
  -- Null where the provider names none.
  provider_sid text,
  foreign key (unit_id, provider_id) references sign_in_provider (unit_id, provider_id) on delete cascade
);
create index on external_session (provider_id, subject);
create index on external_session (provider_id, provider_sid) where provider_sid is not null;
select portal_isolate('external_session');
-- A third party as one unit registered it. Two units may register the same one under the same id: nothing of one is good in the other.
create table oauth_client (
  unit_id uuid not null references unit (unit_id) on delete cascade,
  client_id text not null check (client_id ~ '^[A-Za-z0-9._~-]{1,128}$'),
  name text not null check (name = btrim(name) and name <> ''),
  english_name text not null check (english_name = btrim(english_name) and english_name <> ''),
  -- SHA-256 of a secret of 256 random bits; none for an application that cannot keep one (in a browser, on a phone).
  secret_hash bytea check (octet_length(secret_hash) = 32),
  -- Compared letter by letter.
  redirect_uris text[] not null constraint oauth_client_redirect_uris_check check (cardinality(redirect_uris) > 0 or cardinality(own_scopes) > 0),
  logo text,
  pkce_required boolean not null default true,
  -- The unit answers for it: nobody is asked for consent.
  trusted boolean not null default false,
  -- Where the unit's people enter it from the portal.
  login_url text,
  may_issue_tickets boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  -- Whether its tickets sign administrators in.
  admin_tickets boolean not null default false,
  -- Where an application wants to be told that a session ended.
  backchannel_logout_uri text check (char_length(backchannel_logout_uri) <= 2048),
  -- The application cannot use a logout token without `sid`; the portal sends it always.
  backchannel_logout_session_required boolean not null default false,
  -- What it may do in its own name, without a person (OAuth 2.0 client credentials). With such scopes it needs no address that people are sent to.
  own_scopes text[] not null default '{}',
  -- The administrator by whose rights its tickets sign administrators in. No foreign key: an account that is gone has no rights, and the tickets end with it.
  admin_tickets_by uuid,
  -- Where a browser may go after an application signed its user out of the portal (OpenID Connect RP-Initiated Logout 1.0).
  post_logout_redirect_uris text[] not null default '{}',
  primary key (unit_id, client_id),
  -- Without either, whoever sees a code could redeem it.
  check (secret_hash is not null or pkce_required),
  check (secret_hash is not null or not may_issue_tickets),
  check (cardinality(own_scopes) = 0 or secret_hash is not null),
  constraint oauth_client_admin_tickets check (may_issue_tickets or not admin_tickets)
);
select portal_isolate('oauth_client');

-- The keys with which a unit signs: one at a time; a retired one is published until nothing that it signed is good any more.
create table oauth_key (
  kid text primary key,
  unit_id uuid not null references unit (unit_id) on delete cascade,
  -- A private RSA key as JWK, sealed by the vault.
  sealed_jwk bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  retired_at timestamptz
);
create unique index on oauth_key (unit_id) where retired_at is null;
select portal_isolate('oauth_key');

-- What a person allowed a third party, so that they are not asked again.
create table oauth_consent (
  unit_id uuid not null,
  user_id uuid not null,
  client_id text not null,
  scopes text[] not null,
  agreed_at timestamptz not null default now(),
  primary key (unit_id, user_id, client_id),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, client_id) references oauth_client (unit_id, client_id) on delete cascade
);
create index on oauth_consent (unit_id, client_id);
select portal_isolate('oauth_consent');

-- Which applications were given a code in which session. Rows of a session that has ended are the logout tokens to deliver: without foreign keys to
-- session and account, since they outlive both.
create table oauth_session (
  session_id uuid not null,
  client_id text not null,
  unit_id uuid not null,
  user_id uuid not null,
  -- As in the application's ID tokens.
  issuer text not null,
  -- When the next attempt is due; null while the session lasts.
  due_at timestamptz,
  attempts integer not null default 0,
  primary key (session_id, client_id),
  foreign key (unit_id, client_id) references oauth_client (unit_id, client_id) on delete cascade
);
create index on oauth_session (unit_id, client_id);
create index on oauth_session (due_at) where due_at is not null;
select portal_isolate('oauth_session');

-- Grants, codes and tokens. What is a secret is kept as its SHA-256 alone. Whatever was issued under a grant goes with it, and nothing can be
-- issued under one that has gone.
create table oauth_artifact (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  unit_id uuid not null,
  -- Null for a token of a third party in its own name (ClientCredentials), which has no grant either.
  user_id uuid,
  client_id text not null,
  model text not null check (model in ('Grant', 'AuthorizationCode', 'AccessToken', 'RefreshToken', 'ClientCredentials')),
  grant_hash bytea references oauth_artifact (id_hash) on delete cascade,
  payload jsonb not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, client_id) references oauth_client (unit_id, client_id) on delete cascade,
  constraint oauth_artifact_check check ((model in ('Grant', 'ClientCredentials')) = (grant_hash is null)),
  constraint oauth_artifact_user_check check ((model = 'ClientCredentials') = (user_id is null))
);
create index on oauth_artifact (grant_hash) where grant_hash is not null;
create index on oauth_artifact (unit_id, user_id);
create index on oauth_artifact (unit_id, client_id);
create index on oauth_artifact (expires_at);
select portal_isolate('oauth_artifact');

-- Logout tokens of providers that were taken, as hashes: none is taken twice.
create table logout_token (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  unit_id uuid not null references unit on delete cascade,
  expires_at timestamptz not null
);
create index on logout_token (expires_at);
select portal_isolate('logout_token');

-- With a ticket, a third party that may do so signs a person in: once, within a minute. Only its SHA-256 hash is kept.
create table login_ticket (
  secret_hash bytea primary key check (octet_length(secret_hash) = 32),
  unit_id uuid not null,
  user_id uuid not null,
  client_id text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, client_id) references oauth_client (unit_id, client_id) on delete cascade
);
create index on login_ticket (unit_id, user_id);
create index on login_ticket (unit_id, client_id);
create index on login_ticket (expires_at);
select portal_isolate('login_ticket');
-- What was changed with an administrator's right, and what was refused to people without it. The application adds and reads; cleanup, as owner, deletes
-- what is old. Names are not copied: the page joins them.
create table admin_event (
  event_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit on delete cascade,
  -- Not now(): two events of one transaction keep their order.
  at timestamptz not null default clock_timestamp(),
  -- 'command': by an operator on the machine, who has no account. 'area': by a person of the education office.
  kind text not null check (kind in ('changed', 'refused', 'command', 'area')),
  -- Null for a command, and after the account was erased.
  actor_id uuid,
  -- The name of the endpoint or the command.
  action text not null check (char_length(action) between 1 and 100),
  target_kind text check (char_length(target_kind) between 1 and 50),
  target_id text check (char_length(target_id) between 1 and 200),
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object' and octet_length(changes::text) <= 16384),
  address text not null,
  user_agent text not null check (char_length(user_agent) <= 200),
  session_id uuid,
  check ((target_kind is null) = (target_id is null)),
  foreign key (unit_id, actor_id) references user_account (unit_id, user_id) on delete set null (actor_id)
);
create index on admin_event (unit_id, at desc, event_id desc);
create index on admin_event (unit_id, actor_id, at desc) where actor_id is not null;
create index on admin_event (unit_id, target_id, at desc) where target_id is not null;
create index on admin_event (at);
-- A person who calls an endpoint again and again is refused once an hour, as far as the trail is concerned.
create unique index admin_event_refused on admin_event (unit_id, actor_id, action, date_trunc('hour', at at time zone 'UTC')) where kind = 'refused';
select portal_isolate('admin_event');
revoke update, delete on admin_event from portal_app;
-- The mail server that a unit sends through; a unit without a row sends no mail.
create table unit_mail (
  unit_id uuid primary key references unit,
  host text not null check (host <> '' and char_length(host) <= 253),
  port integer not null check (port between 1 and 65535),
  -- 'tls' from the first byte, 'starttls' before anything else is said, 'none' only where the way to the server is trusted.
  secure text not null check (secure in ('tls', 'starttls', 'none')),
  user_name text check (user_name <> ''),
  -- Sealed by the vault for this unit.
  password_sealed bytea,
  from_address text not null check (char_length(from_address) <= 254 and from_address ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  changed_at timestamptz not null default now()
);
select portal_isolate('unit_mail');

-- Mail that was accepted and has not been sent. A job brings each to the unit's mail server.
create table outgoing_mail (
  mail_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  -- Recipient, subject and text, sealed by the vault for this mail; null once it must not be sent any more.
  sealed bytea,
  accepted_at timestamptz not null default now(),
  -- When what is in it stops working; null: never.
  lapses_at timestamptz,
  -- A process is sending it until then.
  claimed_until timestamptz,
  -- How often the mail server was tried, and the code of the last failure.
  attempts integer not null default 0,
  reason text,
  -- Counts how often it was started over: jobs of an earlier turn do nothing.
  turn integer not null default 0,
  -- Not tried any more from then on.
  failed_at timestamptz,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on outgoing_mail (unit_id, user_id);
select portal_isolate('outgoing_mail');
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
select portal_isolate('application');

-- Pictures of applications, small and made by the portal itself; named by the SHA-256 of the content.
create table application_picture (
  unit_id uuid not null references unit on delete cascade,
  picture_id text not null check (picture_id ~ '^[0-9a-f]{64}$'),
  -- An SVG around the picture, with its grey and its cartoon form.
  content bytea not null check (octet_length(content) between 1 and 262144),
  added_at timestamptz not null default now(),
  primary key (unit_id, picture_id)
);
select portal_isolate('application_picture');

-- The order of icons for people of a type who have none of their own; as desktop_order.
create table desktop_default (
  unit_id uuid not null references unit on delete cascade,
  user_type smallint not null check (user_type between 1 and 4),
  groups jsonb not null,
  primary key (unit_id, user_type)
);
select portal_isolate('desktop_default');

-- A person's own order of icons.
create table desktop_order (
  user_id uuid primary key,
  unit_id uuid not null,
  -- Groups with the codes of their icons, as the contract's desktopOrder.
  groups jsonb not null check (jsonb_typeof(groups) = 'array' and octet_length(groups::text) <= 262144),
  saved_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
select portal_isolate('desktop_order');

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
select portal_isolate('access_log');
revoke update, delete on access_log from portal_app;

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
select portal_isolate('today_card');
-- A phrase and what it opens: an application, or else a page of the portal or of another site.
create table vocabulary (
  vocabulary_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  language text not null check (language in ('zh-CN', 'en')),
  phrase text not null check (phrase = btrim(phrase) and char_length(phrase) between 1 and 100),
  app_code text,
  -- With an application: what follows its address, a query or a hash.
  url text not null default '' check (char_length(url) <= 2048),
  -- Whom the phrase is for; everybody when empty.
  user_types smallint[] not null default '{}' check (user_types <@ '{1,2,3,4}'),
  -- A code that the person must have been granted. No foreign key: one that the unit does not have is held by nobody.
  permission text,
  check (case when app_code is null then url ~ '^(/([^/\\]|$)|https?://[^/])' else url ~ '^([#?]|$)' end),
  unique (unit_id, language, phrase),
  foreign key (unit_id, app_code) references application (unit_id, code) on delete cascade
);
create index on vocabulary (unit_id, app_code);
select portal_isolate('vocabulary');

-- A unit's account at Alibaba Cloud Intelligent Speech Interaction. Its secret is sealed by the vault.
create table voice_service (
  unit_id uuid primary key references unit,
  region text not null check (region ~ '^[a-z0-9-]{1,40}$'),
  -- Where tokens are made, and the WebSocket that browsers connect to.
  token_url text not null check (char_length(token_url) <= 2048),
  gateway_url text not null check (char_length(gateway_url) <= 2048),
  key_id text not null check (key_id <> ''),
  key_secret bytea not null,
  -- A project recognises one language: the key of the Chinese one, and of the English one where there is one.
  app_key text not null check (app_key <> ''),
  english_app_key text check (english_app_key <> ''),
  changed_at timestamptz not null default clock_timestamp()
);
select portal_isolate('voice_service');
create table school_year (
  year_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  name text not null check (name <> ''),
  starts_on date not null,
  -- The last day.
  ends_on date not null check (ends_on > starts_on),
  unique (unit_id, year_id),
  unique (unit_id, name)
);
select portal_isolate('school_year');

create table term (
  term_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  year_id uuid not null,
  name text not null check (name <> ''),
  english_name text not null,
  starts_on date not null,
  ends_on date not null check (ends_on > starts_on),
  unique (unit_id, term_id),
  unique (year_id, name),
  foreign key (unit_id, year_id) references school_year (unit_id, year_id) on delete cascade
);
create index on term (unit_id, year_id);
select portal_isolate('term');

-- A part of a term for which grades are given, as an import of OneRoster brought it. `source` names the system it came from.
create table grading_period (
  period_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  term_id uuid not null,
  name text not null check (name <> ''),
  starts_on date not null,
  -- The last day.
  ends_on date not null check (ends_on >= starts_on),
  source text not null,
  -- Its identifier in that system.
  source_id text not null,
  foreign key (unit_id, term_id) references term (unit_id, term_id) on delete cascade,
  unique (unit_id, source, source_id)
);
create index on grading_period (unit_id, term_id);
select portal_isolate('grading_period');

create table grade (
  grade_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  name text not null,
  english_name text not null,
  position integer not null default 0,
  unique (unit_id, grade_id)
);
select portal_isolate('grade');

create table subject (
  subject_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  name text not null check (name <> ''),
  english_name text not null,
  code text not null default '',
  position integer not null default 0,
  unique (unit_id, subject_id),
  unique (unit_id, name)
);
select portal_isolate('subject');

create table department (
  department_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  name text not null check (name <> ''),
  english_name text not null,
  position integer not null default 0,
  unique (unit_id, department_id),
  unique (unit_id, name)
);
select portal_isolate('department');

-- What a unit records about a teacher or another employee.
create table staff_member (
  user_id uuid primary key,
  unit_id uuid not null,
  staff_number text not null,
  english_name text not null,
  position_title text not null,
  english_position_title text not null,
  department_id uuid,
  unique (unit_id, staff_number),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, department_id) references department (unit_id, department_id) on delete set null (department_id)
);
create index on staff_member (unit_id, department_id);
select portal_isolate('staff_member');

create table class_group (
  class_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  grade_id uuid not null,
  campus_id uuid,
  name text not null,
  english_name text not null,
  head_teacher_id uuid,
  position integer not null default 0,
  -- A class that has graduated, and is shown in earlier years alone.
  closed_on date,
  -- Bytes of its hand-ins; null: the unit's class_quota.
  storage_quota bigint check (storage_quota >= 0),
  unique (unit_id, class_id),
  foreign key (unit_id, grade_id) references grade (unit_id, grade_id),
  foreign key (unit_id, campus_id) references campus (unit_id, campus_id),
  foreign key (unit_id, head_teacher_id) references user_account (unit_id, user_id)
);
create index on class_group (unit_id, grade_id);
-- The classes whose teachers a pupil or parent may find are looked up by their head teacher.
create index on class_group (head_teacher_id) where head_teacher_id is not null;
select portal_isolate('class_group');

-- Who teaches a class which subject. The head teacher is in class_group.
create table class_teacher (
  unit_id uuid not null,
  class_id uuid not null,
  user_id uuid not null,
  subject_id uuid not null,
  primary key (class_id, user_id, subject_id),
  foreign key (unit_id, class_id) references class_group (unit_id, class_id) on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, subject_id) references subject (unit_id, subject_id) on delete cascade
);
create index on class_teacher (user_id);
create index on class_teacher (subject_id);
select portal_isolate('class_teacher');

-- A class as it was in a year that is over, and its pupils.
create table class_year (
  unit_id uuid not null,
  class_id uuid not null,
  year_id uuid not null,
  grade_id uuid not null,
  name text not null,
  english_name text not null,
  head_teacher_id uuid,
  primary key (class_id, year_id),
  unique (unit_id, class_id, year_id),
  foreign key (unit_id, class_id) references class_group (unit_id, class_id) on delete cascade,
  foreign key (unit_id, year_id) references school_year (unit_id, year_id),
  foreign key (unit_id, grade_id) references grade (unit_id, grade_id),
  foreign key (unit_id, head_teacher_id) references user_account (unit_id, user_id) on delete set null (head_teacher_id)
);
create index on class_year (unit_id, year_id);
select portal_isolate('class_year');

create table class_year_pupil (
  unit_id uuid not null,
  class_id uuid not null,
  year_id uuid not null,
  student_id uuid not null,
  primary key (student_id, year_id, class_id),
  foreign key (unit_id, class_id, year_id) references class_year (unit_id, class_id, year_id) on delete cascade
);
create index on class_year_pupil (class_id, year_id);
select portal_isolate('class_year_pupil');

-- Each turn that was not undone, with what undoes it: identifiers alone, no names of people.
create table year_turn (
  turn_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  from_year_id uuid not null,
  to_year_id uuid not null,
  -- Null after the account was erased.
  user_id uuid,
  at timestamptz not null default now(),
  -- Classes and pupils by what became of them.
  counts jsonb not null,
  undo jsonb not null,
  unique (unit_id, turn_id),
  foreign key (unit_id, from_year_id) references school_year (unit_id, year_id),
  foreign key (unit_id, to_year_id) references school_year (unit_id, year_id),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete set null (user_id)
);
create index on year_turn (unit_id, at desc);
create index on year_turn (user_id);
select portal_isolate('year_turn');
-- A pupil. Younger ones have no account of their own.
create table student (
  student_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  user_id uuid unique,
  -- A pupil without a class has left.
  class_id uuid,
  student_number text not null,
  real_name text not null,
  english_name text not null,
  sex smallint,
  -- As in user_account: pupils without an account are found by it too.
  name_pinyin text,
  birthday date check (birthday between '1950-01-01' and '2100-01-01'),
  left_on date,
  left_reason text check (left_reason in ('graduated', 'left')),
  name_letters text generated always as (portal_fold_name(name_pinyin)) stored,
  name_initials text generated always as (portal_fold_name(regexp_replace(name_pinyin, '(\S)\S*\s*', '\1', 'g'))) stored,
  search_text text generated always as (
    portal_search_lines(real_name) || chr(10) || portal_search_lines(english_name) || chr(10) || coalesce(portal_fold_name(name_pinyin), '')
      || chr(2) || portal_fold(student_number)) stored,
  unique (unit_id, student_id),
  unique (unit_id, student_number),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id),
  foreign key (unit_id, class_id) references class_group (unit_id, class_id),
  check ((class_id is null) = (left_on is not null) and (left_on is null) = (left_reason is null))
);
create index on student (class_id);
create index on student (student_id) where name_pinyin is null;
-- The first page of a list of people by name reads as far as it needs; closed accounts are few.
create index on student (unit_id, name_letters, real_name, student_id);
select portal_isolate('student');

-- Which parent's account cares for which pupil.
create table guardian (
  unit_id uuid not null,
  parent_id uuid not null,
  student_id uuid not null,
  -- When the parent last chose this child: the latest is the current one.
  chosen_at timestamptz,
  -- What the guardian is to the pupil; null where the school has not recorded it.
  relation text check (relation in ('father', 'mother', 'grandparent', 'other')),
  -- What a guardian may do besides seeing the child's portal.
  may_consent boolean not null default true,
  is_emergency_contact boolean not null default false,
  -- 'school': entered by an administrator, 'import': by a file, 'code': by a code on paper (guardian_code_use says how). Null by whom after the account was erased.
  origin text not null default 'unknown' check (origin in ('unknown', 'school', 'import', 'code')),
  origin_at timestamptz,
  origin_by uuid,
  origin_import uuid,
  -- When two entries of the child or of the parent were joined, if the guardian came to this child or account by that.
  merged_at timestamptz,
  merged_by uuid,
  primary key (parent_id, student_id),
  foreign key (unit_id, parent_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade,
  foreign key (unit_id, origin_by) references user_account (unit_id, user_id) on delete set null (origin_by),
  foreign key (unit_id, merged_by) references user_account (unit_id, user_id) on delete set null (merged_by)
);
create index on guardian (student_id);
create index on guardian (origin_by) where origin_by is not null;
create index on guardian (merged_by) where merged_by is not null;
create index on guardian (origin_import) where origin_import is not null;
select portal_isolate('guardian');

-- How a guardian is reached. Apart from the account, so that no query about people carries a number along.
create table guardian_contact (
  parent_id uuid primary key,
  unit_id uuid not null,
  phone text not null check (char_length(phone) between 3 and 32 and phone ~ '[0-9]'),
  changed_at timestamptz not null default now(),
  foreign key (unit_id, parent_id) references user_account (unit_id, user_id) on delete cascade
);
create index on guardian_contact (unit_id, parent_id);
select portal_isolate('guardian_contact');

-- Codes by which guardians find a pupil: on paper, for up to so many guardians, not for long. SHA-256 alone is kept: a code has 59 random bits.
create table guardian_code (
  code_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  student_id uuid not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  uses smallint not null default 0,
  -- How often a wrong name was typed for it.
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- By whom it was made, who cannot use it for an own account, and for which classes (null: the whole unit): a code of a part of the unit leads to no
  -- guardian with a child outside of it.
  made_by uuid,
  classes uuid[],
  unique (unit_id, code_hash),
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade,
  foreign key (unit_id, made_by) references user_account (unit_id, user_id) on delete set null (made_by)
);
create index on guardian_code (student_id);
create index on guardian_code (expires_at);
create index on guardian_code (made_by) where made_by is not null;
select portal_isolate('guardian_code');

-- Each use of a code for guardians. 'account': made a new account; 'claim': took over one that the school had entered; 'child': added the child to an account that was
-- there. Codes are deleted some time after they lapse, their uses are not.
create table guardian_code_use (
  use_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  code_id uuid not null,
  student_id uuid not null,
  parent_id uuid not null,
  kind text not null check (kind in ('account', 'claim', 'child')),
  -- Of a claim: the login name that the school had given.
  login_name text,
  at timestamptz not null default now(),
  address text not null,
  user_agent text not null,
  check ((kind = 'claim') = (login_name is not null)),
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade,
  foreign key (unit_id, parent_id) references user_account (unit_id, user_id) on delete cascade
);
create index on guardian_code_use (unit_id, student_id, at desc);
create index on guardian_code_use (unit_id, parent_id);
select portal_isolate('guardian_code_use');
-- Uses are never changed; those of an undone code are deleted.
revoke update on guardian_code_use from portal_app;

-- What registers say of people beside their names: of a pupil by the pupil's record, of others by the account.
create table person_detail (
  detail_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  student_id uuid unique,
  user_id uuid unique,
  -- Among whom an identity number is unique: 1 pupils, 2 employees, 3 parents. A teacher's account as a parent has the number as well.
  among smallint not null check (among in (1, 2, 3)),
  -- Sealed by the server's vault. The keys are HMACs by which a number is found again.
  id_card_sealed bytea,
  id_card_key bytea,
  national_number_sealed bytea,
  national_number_key bytea,
  -- The first day of the month.
  enrolled_on date check (extract(day from enrolled_on) = 1),
  ethnic_group text check (char_length(ethnic_group) between 1 and 32),
  check (num_nonnulls(student_id, user_id) = 1),
  check ((among = 1) = (student_id is not null)),
  check ((id_card_sealed is null) = (id_card_key is null)),
  check ((national_number_sealed is null) = (national_number_key is null)),
  unique (unit_id, among, id_card_key),
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
select portal_isolate('person_detail');

-- The code that links another account with a parent's: one open code for each account.
create table account_link_code (
  user_id uuid primary key,
  unit_id uuid not null,
  code_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- 'school': an account at another school; 'teacher': the teacher account of the same person.
  purpose text not null default 'school' check (purpose in ('school', 'teacher')),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on account_link_code (unit_id, user_id);
create index on account_link_code (expires_at);
select portal_isolate('account_link_code');

-- A link is two rows with one link_id, one for each side, so that each unit has its own.
create table account_link (
  link_id uuid not null,
  unit_id uuid not null,
  user_id uuid not null,
  other_unit_id uuid not null,
  other_user_id uuid not null,
  linked_at timestamptz not null default now(),
  primary key (user_id, other_user_id),
  unique (link_id, user_id),
  check (unit_id <> other_unit_id),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (other_unit_id, other_user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on account_link (unit_id, user_id);
create index on account_link (other_unit_id, other_user_id);
select portal_isolate('account_link');
-- Only functions (portal_redeem_link_code, portal_remove_link, portal_end_links) change it, because a change concerns two units.
revoke insert, update, delete on account_link from portal_app;

-- Foreign keys of earlier tables.
alter table class_year_pupil add foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade;
-- A role of a unit. `base` with XX_SYS_ is the administrator's.
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
select portal_isolate('role');

-- Who holds a role: an account, all of a class, of a department or of a user type, in the whole unit or in the part that the scope names.
create table role_member (
  unit_id uuid not null,
  role_id uuid not null,
  user_id uuid,
  member_id uuid primary key default portal_new_id(),
  class_id uuid,
  department_id uuid,
  user_type smallint check (user_type between 1 and 4),
  scope_campus_id uuid,
  scope_grade_id uuid,
  scope_class_id uuid,
  foreign key (unit_id, role_id) references role (unit_id, role_id) on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  constraint role_member_holder check (num_nonnulls(user_id, class_id, department_id, user_type) = 1),
  constraint role_member_scope check (num_nonnulls(scope_campus_id, scope_grade_id, scope_class_id) <= 1),
  foreign key (unit_id, class_id) references class_group (unit_id, class_id) on delete cascade,
  foreign key (unit_id, department_id) references department (unit_id, department_id) on delete cascade,
  -- A scope that is deleted must not become the whole unit.
  foreign key (unit_id, scope_campus_id) references campus (unit_id, campus_id) on delete cascade,
  foreign key (unit_id, scope_grade_id) references grade (unit_id, grade_id) on delete cascade,
  foreign key (unit_id, scope_class_id) references class_group (unit_id, class_id) on delete cascade
);
create index on role_member (role_id);
create unique index on role_member (user_id, role_id, class_id, department_id, user_type, scope_campus_id, scope_grade_id, scope_class_id) nulls not distinct;
create index on role_member (class_id) where class_id is not null;
create index on role_member (department_id) where department_id is not null;
create index on role_member (unit_id, user_type) where user_type is not null;
create index on role_member (scope_campus_id) where scope_campus_id is not null;
create index on role_member (scope_grade_id) where scope_grade_id is not null;
create index on role_member (scope_class_id) where scope_class_id is not null;
select portal_isolate('role_member');

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
select portal_isolate('permission');

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
select portal_isolate('permission_grant');
-- The identifier of a row in another system, for imports and for what is handed to other systems. `source` names that system.
create table external_key (
  unit_id uuid not null references unit,
  source text not null check (char_length(source) between 1 and 64),
  kind text not null check (kind in ('campus', 'grade', 'class', 'subject', 'department', 'year', 'term', 'student', 'account')),
  source_id text not null check (char_length(source_id) between 1 and 256),
  row_id uuid not null,
  primary key (unit_id, source, kind, source_id),
  unique (unit_id, source, kind, row_id)
);
create index on external_key (row_id);
select portal_isolate('external_key');

-- When a record of OneRoster was last changed, and what was deleted. Written by triggers (functions/roster_triggers.sql), in the transaction of the change. Records that have not
-- changed since this table exists have no row.
create table roster_change (
  unit_id uuid not null references unit on delete cascade,
  sourced_id text not null check (char_length(sourced_id) between 1 and 128),
  kind text not null check (kind in ('org', 'session', 'class', 'user', 'enrollment')),
  changed_at timestamptz not null default clock_timestamp(),
  deleted boolean not null default false,
  -- Of enrolments, as they were last: a pupil who left has no class any more.
  class_id uuid,
  user_id uuid,
  -- Of enrolments and of deleted people: the role. Of deleted sessions: the type.
  role text,
  primary key (unit_id, sourced_id)
);
create index on roster_change (unit_id, kind) where deleted;
select portal_isolate('roster_change');
revoke insert, update, delete on roster_change from portal_app;

-- The columns of a person's class lists, in their order.
create table roster_view (
  user_id uuid primary key,
  unit_id uuid not null,
  columns jsonb not null,
  saved_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on roster_view (unit_id, user_id);
select portal_isolate('roster_view');
-- That a school lets a person of its education office see its people and classes for a time. Kept after its end, as a record.
create table area_access (
  access_id uuid primary key default portal_new_id(),
  -- The school that gives it.
  unit_id uuid not null references unit on delete cascade,
  area_id uuid not null references unit on delete cascade,
  area_user_id uuid not null,
  -- Null after the account was erased.
  granted_by uuid,
  reason text not null default '' check (char_length(reason) <= 200),
  granted_at timestamptz not null default now(),
  ends_at timestamptz not null,
  revoked_at timestamptz,
  opened_at timestamptz,
  uses integer not null default 0,
  check (ends_at > granted_at and ends_at <= granted_at + interval '30 days'),
  foreign key (unit_id, granted_by) references user_account (unit_id, user_id) on delete set null (granted_by),
  foreign key (area_id, area_user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on area_access (unit_id, granted_at desc);
create index on area_access (area_id, area_user_id);
create index on area_access (granted_by) where granted_by is not null;
select portal_isolate('area_access');

-- What an office sends to people of its schools: written once, and a publication in each of them.
create table area_publication (
  area_publication_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit on delete cascade,
  -- Null after the account was erased.
  author_id uuid,
  title text not null check (char_length(title) between 1 and 100),
  english_title text not null default '',
  body text not null default '',
  english_body text not null default '',
  importance smallint not null check (importance between 1 and 5),
  url text check (url ~ '^https://[^/]'),
  user_types smallint[] not null,
  created_at timestamptz not null default now(),
  recalled_at timestamptz,
  -- An education office also sends to-dos, and later.
  kind text not null default 'message' check (kind in ('message', 'todo')),
  due_on date,
  -- Null: at once.
  send_at timestamptz,
  foreign key (unit_id, author_id) references user_account (unit_id, user_id) on delete set null (author_id)
);
create index on area_publication (unit_id, created_at desc);
create index on area_publication (author_id) where author_id is not null;
select portal_isolate('area_publication');
-- Pictures of the branding, by content: the same picture is there once.
create table branding_picture (
  unit_id uuid not null references unit on delete cascade,
  sha256 bytea not null check (octet_length(sha256) = 32),
  media_type text not null check (media_type in ('image/svg+xml', 'image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) between 1 and 1048576),
  saved_at timestamptz not null default now(),
  -- Set when it was published: from then on visitors may see it.
  published_at timestamptz,
  primary key (unit_id, sha256),
  check (sha256 = sha256(content))
);
select portal_isolate('branding_picture');

-- The draft of a unit's branding, and what an office and its schools share.
create table branding_state (
  unit_id uuid primary key references unit on delete cascade,
  -- Counts changes of draft and publication.
  revision integer not null default 0,
  draft jsonb,
  saved_at timestamptz,
  saved_by uuid,
  -- Of an office: which parts, how, and their published values.
  for_schools jsonb,
  -- Of a school: its own values of the fields that stand in `unit` and `unit_logo` as its office has them.
  own jsonb,
  -- Of a school: what it takes of what is offered.
  taken text[] not null default '{}',
  foreign key (unit_id, saved_by) references user_account (unit_id, user_id) on delete set null (saved_by)
);
select portal_isolate('branding_state');

-- What was published, by number.
create table branding_version (
  version_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit on delete cascade,
  number integer not null check (number > 0),
  branding jsonb not null,
  published_at timestamptz not null default now(),
  -- Null for what was there before the first publication, and after the account was erased.
  published_by uuid,
  -- The version that was published again.
  restored integer,
  unique (unit_id, number),
  foreign key (unit_id, published_by) references user_account (unit_id, user_id) on delete set null (published_by)
);
select portal_isolate('branding_version');
-- Bytes that a unit has, once however many files show them. A row without files is collected together with its bytes.
create table storage_object (
  unit_id uuid not null references unit,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  md5 text not null check (md5 ~ '^[0-9a-f]{32}$'),
  size bigint not null check (size >= 0),
  created_at timestamptz not null default now(),
  -- When somebody last brought these bytes; who does so must not lose them to a collection that runs meanwhile.
  confirmed_at timestamptz not null default now(),
  primary key (unit_id, sha256)
);
create index on storage_object (unit_id, md5);
select portal_isolate('storage_object');

-- The bytes of a unit's objects, kept together: there may be a million of them.
create table storage_use (
  unit_id uuid primary key references unit,
  bytes bigint not null
);
select portal_isolate('storage_use');
-- Only the trigger storage_object_counted writes it.
revoke insert, update, delete on storage_use from portal_app;

-- A folder of a person.
create table storage_folder (
  folder_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  owner_id uuid not null,
  parent_id uuid,
  name text not null check (char_length(name) between 1 and 255),
  created_at timestamptz not null default now(),
  -- In the bin since. What lay in a folder when it was removed carries that folder's id in removed_with, and comes back with it.
  deleted_at timestamptz,
  removed_with uuid,
  -- The longer key lets references prove that a folder and what lies in it belong to the same person of the same unit.
  unique (unit_id, owner_id, folder_id),
  foreign key (unit_id, owner_id) references user_account (unit_id, user_id),
  foreign key (unit_id, owner_id, parent_id) references storage_folder (unit_id, owner_id, folder_id)
);
create unique index storage_folder_name on storage_folder
  (unit_id, owner_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), name) where deleted_at is null;
create index on storage_folder (unit_id, owner_id, parent_id);
create index on storage_folder (deleted_at) where deleted_at is not null;
create index storage_folder_by_name_zh on storage_folder
  (unit_id, owner_id, parent_id, name collate portal_names_zh, folder_id) where deleted_at is null;
create index storage_folder_by_name_en on storage_folder
  (unit_id, owner_id, parent_id, name collate portal_names_en, folder_id) where deleted_at is null;
create index storage_folder_by_date on storage_folder
  (unit_id, owner_id, parent_id, created_at) where deleted_at is null;
create index storage_folder_bin on storage_folder (unit_id, owner_id, deleted_at desc, folder_id desc) where deleted_at is not null and removed_with is null;
create index storage_folder_removed_with on storage_folder (removed_with) where removed_with is not null;
select portal_isolate('storage_folder');

-- A file of a person: a name for bytes of storage_object.
create table storage_file (
  file_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  owner_id uuid not null,
  folder_id uuid,
  name text not null check (char_length(name) between 1 and 255),
  -- The name that was asked for, before " (2)" kept it apart from another file: the same question asked again finds its answer by it.
  asked_name text not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  removed_with uuid,
  -- A file's size stands beside its name too: what somebody uses is then read from one index, without a look at the object of each of their files.
  size bigint not null,
  -- The number of the present content, and who put it there where that was not the owner.
  version integer not null default 1 check (version >= 1),
  written_by uuid,
  foreign key (unit_id, owner_id) references user_account (unit_id, user_id),
  foreign key (unit_id, sha256) references storage_object (unit_id, sha256),
  foreign key (unit_id, owner_id, folder_id) references storage_folder (unit_id, owner_id, folder_id),
  unique (unit_id, owner_id, file_id),
  foreign key (unit_id, written_by) references user_account (unit_id, user_id) on delete set null (written_by)
);
create unique index storage_file_name on storage_file
  (unit_id, owner_id, coalesce(folder_id, '00000000-0000-0000-0000-000000000000'), name) where deleted_at is null;
create index on storage_file (unit_id, sha256);
create index on storage_file (deleted_at) where deleted_at is not null;
create index on storage_file (unit_id, owner_id, folder_id) include (size);
create index storage_file_by_name_zh on storage_file
  (unit_id, owner_id, folder_id, name collate portal_names_zh, file_id) where deleted_at is null;
create index storage_file_by_name_en on storage_file
  (unit_id, owner_id, folder_id, name collate portal_names_en, file_id) where deleted_at is null;
create index storage_file_by_size on storage_file
  (unit_id, owner_id, folder_id, size) where deleted_at is null;
create index storage_file_by_date on storage_file
  (unit_id, owner_id, folder_id, created_at) where deleted_at is null;
-- The bin of a person's files: what was removed by itself, newest first, and what was removed with a folder.
create index storage_file_bin on storage_file (unit_id, owner_id, deleted_at desc, file_id desc) where deleted_at is not null and removed_with is null;
create index storage_file_removed_with on storage_file (removed_with) where removed_with is not null;
create index on storage_file (written_by) where written_by is not null;
select portal_isolate('storage_file');

-- Earlier contents of a file.
create table storage_file_version (
  version_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  owner_id uuid not null,
  file_id uuid not null,
  number integer not null check (number >= 1),
  sha256 text not null,
  size bigint not null,
  -- By whom; null: by the owner, or by an account that was erased.
  user_id uuid,
  -- When the content came, and when other bytes took its place.
  created_at timestamptz not null,
  replaced_at timestamptz not null default now(),
  unique (file_id, number),
  -- With the owner: people who are merged hand their files on.
  foreign key (unit_id, owner_id, file_id) references storage_file (unit_id, owner_id, file_id) on update cascade on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete set null (user_id),
  foreign key (unit_id, sha256) references storage_object (unit_id, sha256)
);
create index on storage_file_version (unit_id, owner_id) include (size);
create index on storage_file_version (unit_id, sha256);
create index on storage_file_version (user_id) where user_id is not null;
create index on storage_file_version (replaced_at);
select portal_isolate('storage_file_version');
-- A version is made and deleted, never changed; foreign keys change it as the owner of the tables.
revoke update on storage_file_version from portal_app;

-- A person's upload of one file; whoever sends the same bytes in the same chunks again continues it. Its id also names its place in the store,
-- and is never used for a second place.
create table storage_upload (
  upload_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  owner_id uuid not null,
  md5 text not null check (md5 ~ '^[0-9a-f]{32}$'),
  size bigint not null check (size >= 0),
  chunks integer not null check (chunks > 0),
  chunk_size integer not null check (chunk_size > 0),
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  begun_as text check (begun_as ~ '^[0-9a-f]{32}$'),
  unique (unit_id, owner_id, md5, size, chunks),
  foreign key (unit_id, owner_id) references user_account (unit_id, user_id)
);
create index on storage_upload (touched_at);
select portal_isolate('storage_upload');

-- A row means that the chunk's bytes were checked and are on the disk.
create table storage_upload_chunk (
  upload_id uuid not null references storage_upload on delete cascade,
  chunk integer not null check (chunk > 0),
  unit_id uuid not null,
  primary key (upload_id, chunk)
);
select portal_isolate('storage_upload_chunk');

-- Who writes or removes bytes in the store just now.
create table storage_lease (
  lease_id uuid not null default portal_new_id(),
  unit_id uuid not null references unit,
  sha256 text not null,
  -- Whether the bytes are being removed, which one process does alone, or written, which several may do at once.
  removes boolean not null,
  -- When a process that has not ended the lease counts as dead.
  expires_at timestamptz not null,
  primary key (lease_id, sha256)
);
create index on storage_lease (unit_id, sha256);
select portal_isolate('storage_lease');

-- That a person lets others see or edit a file or folder of theirs.
create table storage_share (
  share_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  owner_id uuid not null,
  file_id uuid,
  folder_id uuid,
  -- Identifiers differ between tables, so that one index finds what a person is reached by.
  entry_id uuid not null generated always as (coalesce(file_id, folder_id)) stored,
  user_id uuid,
  class_id uuid,
  grade_id uuid,
  department_id uuid,
  role_id uuid,
  receiver_id uuid not null generated always as (coalesce(user_id, class_id, grade_id, department_id, role_id)) stored,
  may_edit boolean not null,
  -- The last day, and its end in the unit's time zone.
  until_on date,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(file_id, folder_id) = 1),
  check (num_nonnulls(user_id, class_id, grade_id, department_id, role_id) = 1),
  check ((until_on is null) = (expires_at is null)),
  foreign key (unit_id, owner_id) references user_account (unit_id, user_id) on delete cascade,
  -- With the owner: only the owner's own entry can be shared. People who are merged hand their files on.
  foreign key (unit_id, owner_id, file_id) references storage_file (unit_id, owner_id, file_id) on update cascade on delete cascade,
  foreign key (unit_id, owner_id, folder_id) references storage_folder (unit_id, owner_id, folder_id) on update cascade on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, class_id) references class_group (unit_id, class_id) on delete cascade,
  foreign key (unit_id, grade_id) references grade (unit_id, grade_id) on delete cascade,
  foreign key (unit_id, department_id) references department (unit_id, department_id) on delete cascade,
  foreign key (unit_id, role_id) references role (unit_id, role_id) on delete cascade
);
create index storage_share_receiver on storage_share (receiver_id, created_at desc, share_id desc);
create index on storage_share (entry_id);
create index on storage_share (unit_id, owner_id);
create index on storage_share (file_id) where file_id is not null;
create index on storage_share (folder_id) where folder_id is not null;
create index on storage_share (expires_at) where expires_at is not null;
select portal_isolate('storage_share');
-- With whom and what stays as it was checked.
revoke update on storage_share from portal_app;
grant update (may_edit, until_on, expires_at) on storage_share to portal_app;

-- Foreign keys of earlier tables.
alter table account_picture add foreign key (unit_id, sha256) references storage_object (unit_id, sha256);
-- What a teacher collects from the pupils of a class.
create table hand_in (
  hand_in_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  class_id uuid not null,
  -- Null after the account was erased.
  author_id uuid,
  title text not null check (char_length(title) between 1 and 100),
  body text not null default '',
  due_at timestamptz not null,
  -- Files of a pupil, and bytes of each file; null: as large as a file may be.
  max_files smallint not null check (max_files between 1 and 20),
  max_bytes bigint check (max_bytes > 0),
  closed_at timestamptz,
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  -- Since when it is removed: it is shown to its teacher alone, who can restore it until the clean-up deletes it.
  removed_at timestamptz,
  unique (unit_id, hand_in_id),
  foreign key (unit_id, class_id) references class_group (unit_id, class_id) on delete cascade,
  foreign key (unit_id, author_id) references user_account (unit_id, user_id) on delete set null (author_id)
);
create index on hand_in (unit_id, class_id, created_at desc);
create index on hand_in (author_id, created_at desc) where author_id is not null;
create index on hand_in (removed_at) where removed_at is not null;
create index on hand_in (due_at);
select portal_isolate('hand_in');
revoke update on hand_in from portal_app;
grant update (title, body, due_at, max_files, max_bytes, closed_at, reminded_at, removed_at) on hand_in to portal_app;

-- A file that a pupil handed in. The bytes stay while this shows them, whatever the pupil does with the own file.
create table hand_in_file (
  hand_in_file_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  hand_in_id uuid not null,
  student_id uuid not null,
  -- By whom; null after the account was erased.
  user_id uuid,
  name text not null check (char_length(name) between 1 and 255),
  sha256 text not null,
  size bigint not null,
  created_at timestamptz not null default now(),
  foreign key (unit_id, hand_in_id) references hand_in (unit_id, hand_in_id) on delete cascade,
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete set null (user_id),
  foreign key (unit_id, sha256) references storage_object (unit_id, sha256)
);
create index on hand_in_file (hand_in_id, student_id);
create index on hand_in_file (student_id);
create index on hand_in_file (user_id) where user_id is not null;
create index on hand_in_file (unit_id, sha256);
select portal_isolate('hand_in_file');
revoke update on hand_in_file from portal_app;
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
  -- Who published a message; null for what an application sent by itself.
  author_id uuid,
  -- Whether the first line of the body is its title.
  titled boolean not null default false,
  -- Its receivers were reminded of it.
  reminded_at timestamptz,
  office_name text,
  office_english_name text,
  may_reply boolean not null default false,
  unique (unit_id, message_id),
  foreign key (unit_id, author_id) references user_account (unit_id, user_id) on delete set null (author_id)
);
create index on message (unit_id, sent_at);
create index on message (author_id) where author_id is not null;
select portal_isolate('message');

create table message_recipient (
  unit_id uuid not null,
  user_id uuid not null,
  message_id uuid not null,
  read_at timestamptz,
  -- Which child it is about, for parents who have several; null where it is about the whole family, or the person is no parent.
  student_id uuid,
  -- Only of a message that may be replied to; null without a reply.
  reply text check (char_length(reply) between 1 and 1000),
  primary key (user_id, message_id),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, message_id) references message (unit_id, message_id) on delete cascade,
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete set null (student_id)
);
-- Unread messages are asked for at every sign-in and are few; read ones gather for years.
create index message_unread on message_recipient (user_id, message_id) where read_at is null;
create index on message_recipient (message_id);
create index on message_recipient (student_id) where student_id is not null;
-- How many have read a message.
create index message_read on message_recipient (message_id) where read_at is not null;
select portal_isolate('message_recipient');

-- A message or to-do that a person, the education office or a third party sends to an audience, at once or later.
create table publication (
  publication_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  kind text not null check (kind in ('message', 'todo')),
  -- Null after the account was erased.
  author_id uuid,
  title text not null check (char_length(title) between 1 and 100),
  english_title text not null default '',
  body text not null default '',
  english_body text not null default '',
  -- Of a message.
  importance smallint not null check (importance between 1 and 5),
  -- Either another site, or an application of the unit by its code.
  url text check (url ~ '^https://[^/]'),
  application_code text check (url is null or application_code is null),
  -- Of a to-do, a day of the unit.
  due_on date,
  -- User types, grades, classes and accounts.
  audience jsonb not null,
  state text not null check (state in ('scheduled', 'stopped', 'sending', 'sent', 'recalled')),
  send_at timestamptz not null,
  sent_at timestamptz,
  recalled_at timestamptz,
  reminded_at timestamptz,
  -- Receivers when it was saved, and those who have got it so far.
  expected integer not null,
  recipients integer not null default 0,
  -- The last account of the latest batch: they are sent in the order of their identifiers.
  sent_up_to uuid,
  message_id uuid unique,
  created_at timestamptz not null default now(),
  -- Of a publication that the education office wrote, and of its message: the office's name stays when the office is gone.
  area_publication_id uuid references area_publication on delete set null,
  office_name text,
  office_english_name text,
  -- What a third party wrote in its own name. Its name stays when it is deleted; its key and the hash of its request say that a call is the same again.
  client_id text,
  client_key text check (char_length(client_key) between 1 and 64),
  client_request bytea,
  sender_name text,
  sender_english_name text,
  -- What a sender asks the receivers for, and what they answer.
  asks text check (asks in ('done', 'sign', 'reply') and (kind = 'todo' or asks = 'reply')),
  -- Written by the right for own classes alone: its author has to hold it for all of the audience, also when it is sent.
  of_classes boolean not null default false,
  unique (unit_id, publication_id),
  foreign key (unit_id, author_id) references user_account (unit_id, user_id) on delete set null (author_id),
  foreign key (unit_id, message_id) references message (unit_id, message_id) on delete set null (message_id),
  foreign key (unit_id, client_id) references oauth_client (unit_id, client_id) on delete set null (client_id)
);
create index on publication (unit_id, send_at desc, publication_id desc);
create index on publication (author_id) where author_id is not null;
create index on publication (area_publication_id) where area_publication_id is not null;
create unique index on publication (unit_id, client_id, client_key) where client_id is not null;
select portal_isolate('publication');

-- Files attached to a publication. The bytes stay while it shows them, whatever the author does with the file.
create table publication_file (
  attachment_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  publication_id uuid not null,
  position smallint not null,
  name text not null check (char_length(name) between 1 and 255),
  sha256 text not null,
  created_at timestamptz not null default now(),
  foreign key (unit_id, publication_id) references publication (unit_id, publication_id) on delete cascade,
  foreign key (unit_id, sha256) references storage_object (unit_id, sha256)
);
create index on publication_file (publication_id);
create index on publication_file (unit_id, sha256);
select portal_isolate('publication_file');

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
  -- As in message_recipient.
  student_id uuid,
  due_on date,
  reminded_at timestamptz,
  publication_id uuid,
  asks text check (asks in ('done', 'sign', 'reply')),
  -- The text above the answer, in one or two languages as the title.
  form text not null default '',
  answer text check (answer in ('done', 'agreed', 'declined', 'replied')),
  reply text not null default '' check (char_length(reply) <= 1000),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete set null (student_id),
  foreign key (unit_id, publication_id) references publication (unit_id, publication_id) on delete set null (publication_id)
);
create index todo_open on todo (user_id, created_at desc) where closed_at is null;
create index on todo (user_id);
create index on todo (student_id) where student_id is not null;
create unique index on todo (publication_id, user_id) where publication_id is not null;
select portal_isolate('todo');
-- How a unit uses faces; no row: not at all, and by the defaults.
create table face_settings (
  unit_id uuid primary key references unit,
  sign_in boolean not null default false,
  clock_in boolean not null default false,
  -- Somebody whose face was recognised gives their PIN as well.
  needs_pin boolean not null default false,
  -- A face signs in on a device alone on which the person has signed in before.
  needs_known_device boolean not null default false,
  -- A second picture shows the head turned as it was asked for, which a photo that is held up does not.
  head_turn boolean not null default true,
  -- Days after their last use after which a person's faces are deleted.
  retention_days integer not null default 400 check (retention_days between 30 and 3650),
  changed_at timestamptz not null default now()
);
select portal_isolate('face_settings');

-- Who agreed to whose face being used, by which text. A line is never changed but by the withdrawal, and a new consent is a new line.
create table face_consent (
  consent_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  -- Whose face.
  user_id uuid not null,
  -- A pupil's guardian by their own account, an administrator who has a guardian's signature on paper, or the person.
  giver text not null check (giver in ('oneself', 'guardian', 'paper')),
  -- The account that did it.
  given_by uuid,
  -- The guardian on the paper.
  guardian_name text check ((giver = 'paper') = (guardian_name is not null) and guardian_name = btrim(guardian_name) and guardian_name <> ''),
  text_version text not null,
  language text not null check (language in ('zh-CN', 'en')),
  given_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, given_by) references user_account (unit_id, user_id) on delete set null (given_by),
  foreign key (unit_id, withdrawn_by) references user_account (unit_id, user_id) on delete set null (withdrawn_by)
);
create unique index face_consent_live on face_consent (user_id) where withdrawn_at is null;
create index on face_consent (unit_id, user_id);
create index on face_consent (given_by);
create index on face_consent (withdrawn_by);
select portal_isolate('face_consent');
revoke update, delete on face_consent from portal_app;
grant update (withdrawn_at, withdrawn_by) on face_consent to portal_app;

-- A photo of a face, and the numbers by which it is recognised. Both sealed by the server's vault, for this row alone.
create table face_photo (
  photo_id uuid primary key,
  unit_id uuid not null,
  user_id uuid not null,
  sealed_descriptor bytea not null,
  sealed_picture bytea not null,
  registered_at timestamptz not null default clock_timestamp(),
  -- When the person was last recognised by any of theirs.
  last_used_at timestamptz not null default now(),
  -- Who registered a photo: a face signs in, so that it is asked about as a first password is. Null where nobody knows, which counts as a stranger.
  registered_by uuid,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, registered_by) references user_account (unit_id, user_id) on delete set null (registered_by)
);
create index on face_photo (user_id);
create index on face_photo (unit_id, photo_id);
create index on face_photo (registered_by) where registered_by is not null;
select portal_isolate('face_photo');
revoke update on face_photo from portal_app;
grant update (last_used_at) on face_photo to portal_app;

-- What a person types after their face was recognised. Short, therefore hashed like a password, and worth nothing after ten wrong guesses in a row.
create table face_pin (
  user_id uuid primary key,
  unit_id uuid not null,
  pin_hash text not null,
  failures integer not null default 0,
  set_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
select portal_isolate('face_pin');

-- Which way a browser was asked to have the head turned: once, within a minute. Only SHA-256 hashes are kept.
create table face_challenge (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  unit_id uuid not null references unit,
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  turn text not null check (turn in ('left', 'right')),
  expires_at timestamptz not null
);
create index on face_challenge (expires_at);
select portal_isolate('face_challenge');

-- Every use of a face. Append-only for the application; it stays when the face goes, and when the person does.
create table face_use (
  use_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  kind text not null check (kind in ('consent-given', 'consent-withdrawn', 'enrolled', 'replaced', 'shown', 'signed-in', 'clocked-in', 'refused', 'deleted',
    'expired', 'pin-set', 'pin-removed', 'settings-changed', 'exported')),
  -- Whose face; null where nobody was recognised, and for what concerns nobody alone.
  user_id uuid,
  -- Who did it; null for whoever was not signed in, and for upkeep.
  actor_id uuid,
  -- The code of a refusal, or how many photos it was about.
  detail text not null default '' check (char_length(detail) <= 100),
  address text not null default '',
  at timestamptz not null default clock_timestamp(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete set null (user_id),
  foreign key (unit_id, actor_id) references user_account (unit_id, user_id) on delete set null (actor_id)
);
create index on face_use (unit_id, at);
create index on face_use (user_id);
create index on face_use (actor_id);
create index on face_use (at);
select portal_isolate('face_use');
revoke update, delete on face_use from portal_app;
-- How a unit keeps attendance; no row: by the defaults.
create table attendance_settings (
  unit_id uuid primary key references unit,
  -- An IANA name; days, times of rules and what people type are meant in it.
  time_zone text not null default 'Asia/Shanghai',
  -- Guardians get a message when their child comes late.
  notify_late boolean not null default false,
  -- After which comings and goings are deleted.
  retention_months integer not null default 36 check (retention_months between 3 and 120),
  changed_at timestamptz not null default now(),
  -- Whether people may clock in by face in the portal too, and not only at stations.
  portal_clock_in boolean not null default true,
  -- Whether guardians may ask to excuse an absence.
  parent_excuse boolean not null default true
);
select portal_isolate('attendance_settings');

-- When the people of a group come and go. A change is a new version, from a day on: what was before stays judged as it was.
create table attendance_rule (
  unit_id uuid not null references unit,
  rule_id uuid not null,
  valid_from date not null,
  -- From this day on there is no such rule any more.
  ended boolean not null default false,
  name text not null check (name = btrim(name) and name <> ''),
  english_name text not null default '',
  -- 1 is Monday, 7 is Sunday.
  weekdays smallint[] not null check (weekdays <@ '{1,2,3,4,5,6,7}'),
  in_by text not null check (in_by ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  in_tolerance integer not null check (in_tolerance between 0 and 120),
  out_from text not null check (out_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  out_tolerance integer not null check (out_tolerance between 0 and 120),
  day_start text not null check (day_start ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  applies_to text not null check (applies_to in ('staff', 'pupils', 'classes')),
  -- Without foreign keys: a class that is gone has nobody whom the rule could concern.
  class_ids uuid[] not null default '{}',
  changed_at timestamptz not null default clock_timestamp(),
  primary key (unit_id, rule_id, valid_from)
);
select portal_isolate('attendance_rule');

-- Days that are not what their weekday says.
create table attendance_day (
  unit_id uuid not null references unit,
  date date not null,
  kind text not null check (kind in ('holiday', 'workday')),
  name text not null check (name = btrim(name) and name <> ''),
  english_name text not null default '',
  primary key (unit_id, date)
);
select portal_isolate('attendance_day');

-- A tablet at a door. Its key is sealed by the server's vault, for this row alone.
create table attendance_station (
  station_id uuid primary key,
  unit_id uuid not null references unit,
  name text not null check (name = btrim(name) and name <> ''),
  place text not null default '',
  direction text not null check (direction in ('in', 'out', 'both')),
  guide_width integer check (guide_width between 20 and 60),
  guide_tolerance integer check (guide_tolerance between 10 and 200),
  sealed_key bytea not null,
  -- The number of the last capture that was dealt with; there are no gaps.
  last_seq bigint not null default 0,
  registered_at timestamptz not null default now(),
  registered_by uuid,
  last_seen_at timestamptz,
  -- Captures that it said were still to be delivered.
  pending integer not null default 0,
  revoked_at timestamptz,
  -- The time of the last capture that was placed.
  last_capture_at timestamptz,
  unique (unit_id, station_id),
  foreign key (unit_id, registered_by) references user_account (unit_id, user_id) on delete set null (registered_by)
);
create index on attendance_station (registered_by);
select portal_isolate('attendance_station');
revoke delete on attendance_station from portal_app;

-- What became of a delivered capture, for a station that did not hear the answer.
create table attendance_delivery (
  station_id uuid not null,
  seq bigint not null check (seq > 0),
  unit_id uuid not null,
  outcome jsonb not null,
  at timestamptz not null default clock_timestamp(),
  primary key (station_id, seq),
  foreign key (unit_id, station_id) references attendance_station (unit_id, station_id) on delete cascade
);
create index on attendance_delivery (at);
select portal_isolate('attendance_delivery');
revoke update, delete on attendance_delivery from portal_app;

-- By which digits a person is known at a station. Few digits, therefore marked with a key that the database does not have; and sealed, to be shown to its person.
create table attendance_code (
  code_id uuid primary key,
  unit_id uuid not null,
  kind text not null check (kind in ('card', 'personal')),
  student_id uuid,
  user_id uuid,
  mark bytea not null check (octet_length(mark) = 32),
  sealed_code bytea not null,
  set_at timestamptz not null default now(),
  check (num_nonnulls(student_id, user_id) = 1),
  unique (unit_id, mark),
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create unique index on attendance_code (student_id, kind);
create unique index on attendance_code (user_id, kind);
select portal_isolate('attendance_code');

-- Somebody asks for a coming or going to be added. Times are of the unit's time zone.
create table attendance_correction (
  correction_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  student_id uuid,
  user_id uuid,
  date date not null,
  direction text not null check (direction in ('in', 'out')),
  time text not null check (time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  at timestamptz not null,
  reason text not null check (reason <> ''),
  state text not null default 'open' check (state in ('open', 'approved', 'refused', 'withdrawn')),
  requested_by uuid,
  requested_at timestamptz not null default clock_timestamp(),
  decided_by uuid,
  decided_at timestamptz,
  note text not null default '',
  check (num_nonnulls(student_id, user_id) = 1),
  unique (unit_id, correction_id),
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, requested_by) references user_account (unit_id, user_id) on delete set null (requested_by),
  foreign key (unit_id, decided_by) references user_account (unit_id, user_id) on delete set null (decided_by)
);
create unique index on attendance_correction (student_id, date, direction) where state = 'open';
create unique index on attendance_correction (user_id, date, direction) where state = 'open';
create index on attendance_correction (student_id, date);
create index on attendance_correction (user_id, date);
create index on attendance_correction (unit_id, requested_at);
create index on attendance_correction (requested_by);
create index on attendance_correction (decided_by);
select portal_isolate('attendance_correction');
revoke delete on attendance_correction from portal_app;

-- Somebody came or went. Append-only for the application.
create table attendance_event (
  event_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  student_id uuid,
  user_id uuid,
  at timestamptz not null,
  direction text not null check (direction in ('in', 'out')),
  source text not null check (source in ('face', 'card', 'code', 'correction')),
  station_id uuid,
  seq bigint,
  correction_id uuid,
  recorded_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(student_id, user_id) = 1),
  check ((source = 'correction') = (correction_id is not null)),
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, station_id) references attendance_station (unit_id, station_id),
  foreign key (unit_id, correction_id) references attendance_correction (unit_id, correction_id)
);
-- A capture is a coming or going once, whatever else goes wrong.
create unique index on attendance_event (station_id, seq);
create unique index on attendance_event (correction_id);
create index on attendance_event (student_id, at);
create index on attendance_event (user_id, at);
create index on attendance_event (unit_id, at);
select portal_isolate('attendance_event');
revoke update, delete on attendance_event from portal_app;

-- Which pupils' guardians were told that they came late, and about which day.
create table attendance_notice (
  student_id uuid not null,
  date date not null,
  unit_id uuid not null,
  primary key (student_id, date),
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade
);
create index on attendance_notice (date);
select portal_isolate('attendance_notice');
revoke update, delete on attendance_notice from portal_app;

-- A pupil's absence that a guardian or the school excuses.
create table attendance_absence (
  absence_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  student_id uuid not null,
  first_date date not null,
  last_date date not null check (last_date between first_date and first_date + 29),
  -- Of a single day, in the unit's time zone; null is the start or the end of the day.
  from_time text check (from_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  until_time text check (until_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  kind text not null check (kind in ('illness', 'appointment', 'family', 'other')),
  note text not null default '' check (char_length(note) <= 300),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn')),
  requested_by uuid,
  requested_at timestamptz not null default clock_timestamp(),
  decided_by uuid,
  decided_at timestamptz,
  decision_note text not null default '' check (char_length(decision_note) <= 300),
  check (num_nonnulls(from_time, until_time) = 0 or first_date = last_date),
  check (from_time is null or until_time is null or from_time < until_time),
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade,
  foreign key (unit_id, requested_by) references user_account (unit_id, user_id) on delete set null (requested_by),
  foreign key (unit_id, decided_by) references user_account (unit_id, user_id) on delete set null (decided_by)
);
create index on attendance_absence (student_id, last_date);
create index on attendance_absence (unit_id, first_date) where state = 'open';
create index on attendance_absence (unit_id, requested_at);
create index on attendance_absence (requested_by);
create index on attendance_absence (decided_by);
select portal_isolate('attendance_absence');
revoke delete on attendance_absence from portal_app;

-- A capture of a station whose time is not certain: a person places it between `earliest` and `latest`, or discards it.
create table attendance_uncertain (
  uncertain_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  student_id uuid,
  user_id uuid,
  direction text not null check (direction in ('in', 'out')),
  source text not null check (source in ('face', 'card', 'code')),
  station_id uuid not null,
  seq bigint not null check (seq > 0),
  -- What the clock of the station showed.
  clock_at timestamptz not null,
  earliest timestamptz not null,
  latest timestamptz not null check (latest >= earliest),
  state text not null default 'open' check (state in ('open', 'placed', 'discarded')),
  placed_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  recorded_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(student_id, user_id) = 1),
  check ((state = 'placed') = (placed_at is not null)),
  unique (station_id, seq),
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, station_id) references attendance_station (unit_id, station_id),
  foreign key (unit_id, decided_by) references user_account (unit_id, user_id) on delete set null (decided_by)
);
create index on attendance_uncertain (student_id);
create index on attendance_uncertain (user_id);
create index on attendance_uncertain (unit_id, recorded_at);
create index on attendance_uncertain (unit_id) where state = 'open';
create index on attendance_uncertain (decided_by);
select portal_isolate('attendance_uncertain');
revoke delete on attendance_uncertain from portal_app;
-- One import of a file of people, from its reading to its undo.
create table import_run (
  import_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit on delete cascade,
  -- Null for the command of an operator, and after the account was erased.
  user_id uuid,
  file_name text not null check (char_length(file_name) between 1 and 255),
  sha256 bytea not null check (octet_length(sha256) = 32),
  format text not null check (format in ('csv', 'xlsx', 'oneroster')),
  -- Names the system whose identifiers the file has.
  source text not null check (char_length(source) between 1 and 64),
  -- In bulk, people of a covered type who are absent are deactivated.
  mode text not null check (mode in ('bulk', 'delta')),
  status text not null check (status in ('reading', 'ready', 'applying', 'applied', 'undoing', 'failed', 'stale', 'undone', 'cancelled', 'refused')),
  -- Percent, while it is applied.
  progress smallint not null default 0,
  -- Of the last failure.
  code text,
  options jsonb not null default '{}',
  -- Which column of each sheet was read as what.
  sheets jsonb not null default '[]',
  -- Rows by action and kind.
  counts jsonb not null default '{}',
  -- More people than usual would be deactivated.
  needs_confirmation boolean not null default false,
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  -- Of each sheet its row of headings and its columns.
  shapes jsonb not null default '[]',
  -- Whether the unit's schedule began it.
  scheduled boolean not null default false,
  -- Number of rows that an undo has left; null: none.
  kept integer,
  -- Whether the file would move many pupils back to where they were before the turn of the year: { year, moved, of }. The answer stands in the options.
  last_year jsonb,
  -- What the file says of grading periods, and how each was before the import was applied.
  periods jsonb,
  unique (unit_id, import_id),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete set null (user_id)
);
create index on import_run (unit_id, created_at desc);
create unique index import_run_busy_idx on import_run (unit_id) where status in ('applying', 'undoing');
select portal_isolate('import_run');

-- What one row of an import says, what is there, and what becomes of it.
create table import_row (
  import_id uuid not null,
  unit_id uuid not null,
  row_no integer not null,
  kind text not null check (kind in ('campus', 'grade', 'class', 'department', 'subject', 'person', 'guardian')),
  -- Where it was read; '' and 0 for what other rows imply.
  sheet text not null default '',
  row_number integer not null default 0,
  name text not null default '',
  given jsonb not null default '{}',
  -- By which its class is found: grade and class without spaces, in lower case.
  match_key text,
  action text check (action in ('new', 'changed', 'unchanged', 'deactivated', 'left', 'error', 'ambiguous')),
  -- The row's identifier, of new ones as well; of a guardian the parent's.
  target_id uuid,
  -- A guardian's pupil.
  owner_id uuid,
  -- What the administrator chose where a row could be several people: one of them, or none ('new').
  choice text,
  candidates jsonb,
  wanted jsonb,
  before jsonb,
  after jsonb,
  problems jsonb,
  adds_key boolean not null default false,
  -- What the import says of a row that it writes all the same.
  warnings jsonb,
  -- Of a new row all of it as it was once the import was applied; of a changed one the fields that the undo gives back.
  left_as jsonb,
  -- Not taken back by an undo: it was changed or used since.
  kept boolean not null default false,
  -- Of the action 'left', of a person who has left or was closed: whether it was chosen that they come back.
  back boolean not null default false,
  primary key (import_id, row_no),
  foreign key (unit_id, import_id) references import_run (unit_id, import_id) on delete cascade
);
create index on import_row (import_id, action, row_no);
select portal_isolate('import_row');

-- Which columns of a sheet are which field, as an administrator said once, by a hash of its headings.
create table import_mapping (
  unit_id uuid not null references unit on delete cascade,
  signature bytea not null check (octet_length(signature) = 32),
  mapping jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (unit_id, signature)
);
select portal_isolate('import_mapping');

-- The rows of a file as it has them, a thousand at a time in compressed JSON: sheets are given back from them with the errors marked.
create table import_source (
  import_id uuid not null,
  unit_id uuid not null,
  piece integer not null,
  content bytea not null,
  primary key (import_id, piece),
  foreign key (unit_id, import_id) references import_run (unit_id, import_id) on delete cascade
);
-- The pieces are compressed already.
alter table import_source alter column content set storage external;
select portal_isolate('import_source');

-- Where another system leaves files each night, and what becomes of them.
create table import_schedule (
  unit_id uuid primary key references unit on delete cascade,
  enabled boolean not null,
  place text not null check (place in ('folder', 'bucket')),
  -- Within the unit's own folder.
  path text not null default '' check (char_length(path) <= 200),
  -- Minutes since midnight in the unit's time zone.
  minutes smallint not null check (minutes between 0 and 1439),
  kind text not null check (kind in ('any', 'xlsx', 'csv', 'oneroster')),
  options jsonb not null default '{}',
  recipients uuid[] not null default '{}',
  -- By whose right it imports; null once the account is erased.
  set_by uuid,
  next_at timestamptz not null,
  -- The last time it looked, and what came of it: 'nothing', or an error's code.
  looked_at timestamptz,
  outcome text,
  foreign key (unit_id, set_by) references user_account (unit_id, user_id) on delete set null (set_by)
);
create index on import_schedule (next_at) where enabled;
select portal_isolate('import_schedule');

-- Each file that a schedule took, by its contents: none is taken twice.
create table import_taken (
  unit_id uuid not null references unit on delete cascade,
  sha256 bytea not null check (octet_length(sha256) = 32),
  file_name text not null check (char_length(file_name) between 1 and 255),
  changed_at timestamptz not null,
  import_id uuid,
  -- 'taking', 'applying', 'applied', or the code of what stood in the way.
  outcome text not null,
  taken_at timestamptz not null default now(),
  primary key (unit_id, sha256)
);
create index on import_taken (unit_id, taken_at desc);
create index on import_taken (import_id);
select portal_isolate('import_taken');

-- Foreign keys of earlier tables.
alter table guardian add foreign key (unit_id, origin_import) references import_run (unit_id, import_id) on delete set null (origin_import);
-- The tables of pg-boss 10.4.2 (`PgBoss.getConstructionPlans('portal_jobs')` without its transaction). They belong to no unit: what a job is about stands
-- in tables of units, and the application's role can add jobs, but read none.
CREATE SCHEMA portal_jobs;

CREATE TYPE portal_jobs.job_state AS ENUM (
  'created',
  'retry',
  'active',
  'completed',
  'cancelled',
  'failed'
);

CREATE TABLE portal_jobs.version (
  version int primary key,
  maintained_on timestamp with time zone,
  cron_on timestamp with time zone,
  monitored_on timestamp with time zone
);

CREATE TABLE portal_jobs.queue (
  name text,
  policy text,
  retry_limit int,
  retry_delay int,
  retry_backoff bool,
  expire_seconds int,
  retention_minutes int,
  dead_letter text REFERENCES portal_jobs.queue (name),
  partition_name text,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY (name)
);

CREATE TABLE portal_jobs.schedule (
  name text REFERENCES portal_jobs.queue ON DELETE CASCADE,
  cron text not null,
  timezone text,
  data jsonb,
  options jsonb,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY (name)
);

CREATE TABLE portal_jobs.subscription (
  event text not null,
  name text not null REFERENCES portal_jobs.queue ON DELETE CASCADE,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY(event, name)
);

CREATE TABLE portal_jobs.job (
  id uuid not null default gen_random_uuid(),
  name text not null,
  priority integer not null default(0),
  data jsonb,
  state portal_jobs.job_state not null default('created'),
  retry_limit integer not null default(2),
  retry_count integer not null default(0),
  retry_delay integer not null default(0),
  retry_backoff boolean not null default false,
  start_after timestamp with time zone not null default now(),
  started_on timestamp with time zone,
  singleton_key text,
  singleton_on timestamp without time zone,
  expire_in interval not null default interval '15 minutes',
  created_on timestamp with time zone not null default now(),
  completed_on timestamp with time zone,
  keep_until timestamp with time zone NOT NULL default now() + interval '14 days',
  output jsonb,
  dead_letter text,
  policy text
) PARTITION BY LIST (name);

ALTER TABLE portal_jobs.job ADD PRIMARY KEY (name, id);
CREATE TABLE portal_jobs.archive (LIKE portal_jobs.job);
ALTER TABLE portal_jobs.archive ADD PRIMARY KEY (name, id);
ALTER TABLE portal_jobs.archive ADD archived_on timestamptz NOT NULL DEFAULT now();
CREATE INDEX archive_i1 ON portal_jobs.archive(archived_on);

CREATE FUNCTION portal_jobs.create_queue(queue_name text, options json)
RETURNS VOID AS
$$
DECLARE
  table_name varchar := 'j' || encode(sha224(queue_name::bytea), 'hex');
  queue_created_on timestamptz;
BEGIN

  WITH q as (
  INSERT INTO portal_jobs.queue (
    name,
    policy,
    retry_limit,
    retry_delay,
    retry_backoff,
    expire_seconds,
    retention_minutes,
    dead_letter,
    partition_name
  )
  VALUES (
    queue_name,
    options->>'policy',
    (options->>'retryLimit')::int,
    (options->>'retryDelay')::int,
    (options->>'retryBackoff')::bool,
    (options->>'expireInSeconds')::int,
    (options->>'retentionMinutes')::int,
    options->>'deadLetter',
    table_name
  )
  ON CONFLICT DO NOTHING
  RETURNING created_on
  )
  SELECT created_on into queue_created_on from q;

  IF queue_created_on IS NULL THEN
    RETURN;
  END IF;

  EXECUTE format('CREATE TABLE portal_jobs.%I (LIKE portal_jobs.job INCLUDING DEFAULTS)', table_name);

  EXECUTE format('ALTER TABLE portal_jobs.%1$I ADD PRIMARY KEY (name, id)', table_name);
  EXECUTE format('ALTER TABLE portal_jobs.%1$I ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES portal_jobs.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
  EXECUTE format('ALTER TABLE portal_jobs.%1$I ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES portal_jobs.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i1 ON portal_jobs.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''created'' AND policy = ''short''', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i2 ON portal_jobs.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''active'' AND policy = ''singleton''', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i3 ON portal_jobs.%1$I (name, state, COALESCE(singleton_key, '''')) WHERE state <= ''active'' AND policy = ''stately''', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i4 ON portal_jobs.%1$I (name, singleton_on, COALESCE(singleton_key, '''')) WHERE state <> ''cancelled'' AND singleton_on IS NOT NULL', table_name);
  EXECUTE format('CREATE INDEX %1$s_i5 ON portal_jobs.%1$I (name, start_after) INCLUDE (priority, created_on, id) WHERE state < ''active''', table_name);

  EXECUTE format('ALTER TABLE portal_jobs.%I ADD CONSTRAINT cjc CHECK (name=%L)', table_name, queue_name);
  EXECUTE format('ALTER TABLE portal_jobs.job ATTACH PARTITION portal_jobs.%I FOR VALUES IN (%L)', table_name, queue_name);
END;
$$
LANGUAGE plpgsql;

CREATE FUNCTION portal_jobs.delete_queue(queue_name text)
RETURNS VOID AS
$$
DECLARE
  table_name varchar;
BEGIN
  WITH deleted as (
    DELETE FROM portal_jobs.queue
    WHERE name = queue_name
    RETURNING partition_name
  )
  SELECT partition_name from deleted INTO table_name;

  EXECUTE format('DROP TABLE IF EXISTS portal_jobs.%I', table_name);
END;
$$
LANGUAGE plpgsql;

INSERT INTO portal_jobs.version(version) VALUES ('24');

-- One queue for what is due at intervals, one for each kind of task, and one for jobs that failed for good.
select portal_jobs.create_queue(name, '{"policy": "standard"}')
from unnest(array[
  'dead-letters', 'scheduled', 'password-reset', 'mail', 'import', 'publication', 'scheduled-import', 'unit-export', 'area-branding', 'import-undo'
]) as name;

grant usage on schema portal_jobs to portal_app;
grant select on portal_jobs.queue to portal_app;
grant insert on portal_jobs.job to portal_app;
grant select (id) on portal_jobs.job to portal_app;
-- Whether a right holds just now, beside that its school still belongs to the office.
create or replace function portal_access_holds(given area_access) returns boolean language sql stable as $$
  select given.revoked_at is null and given.ends_at > now()
$$;
-- The names of those whom the transaction's unit gave a right, also of those who hold none any more.
create or replace function portal_access_names() returns table (access_id uuid, real_name text, english_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select x.access_id, a.real_name, coalesce(nullif(a.english_name, ''), (select m.english_name from staff_member m where m.user_id = a.user_id), '')
  from area_access x join user_account a on a.user_id = x.area_user_id where x.unit_id = portal_unit_id()
$$;
-- Whether a person administers the unit: by the administrator's role, also of the other account that they switch to without a proof, or by one of these
-- codes.
create or replace function portal_administers(of_user uuid, codes text[]) returns boolean language sql stable as $$
  select public.portal_may_administer(of_user) or exists (
    select from public.user_account a cross join unnest(codes) as asked (code)
    where a.user_id = of_user and public.portal_holds(a.unit_id, a.user_id, a.user_type, asked.code))
$$;
-- Lets somebody in who has proved who they are: takes the attempt back (null key: there was none), remembers the device (null: not), ends the browser's
-- earlier session, opens a new one, and writes the events of both sessions in one statement. Returns the session and whether the person is an administrator.
-- A counted sign-in commits without waiting for the disk, which took a twentieth of its time.
create or replace function portal_admit(unit uuid, who uuid, event_kind text, own_key bytea, shared_keys bytea[], share integer, device bytea,
  devices_max integer, earlier uuid, from_address text, agent text, family bytea, access bytea, refresh bytea, access_seconds integer,
  refresh_seconds integer, session_seconds integer, factor boolean default false)
returns table (session_id uuid, admin boolean) language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  is_new boolean;
  replaced session;
begin
  perform set_config('portal.unit_id', unit::text, true), set_config('portal.user_id', who::text, true);
  if own_key is not null then
    perform portal_forgive_attempt(own_key, shared_keys, share);
    -- It is a transaction of its own. A power cut may forget the sessions of its last moments, whose people sign in again; nothing else changes.
    perform set_config('synchronous_commit', 'off', true);
  end if;
  if device is not null then
    insert into login_device as d (unit_id, user_id, device_hash) values (portal_unit_id(), who, device)
    on conflict (user_id, device_hash) do update set last_used_at = now()
    -- Only a row that replaces none was never deleted or locked.
    returning d.xmax = 0 into is_new;
    if is_new then
      delete from login_device d
      where d.user_id = who and d.device_hash in (
        select o.device_hash from login_device o where o.user_id = who order by o.last_used_at desc offset devices_max);
    end if;
  end if;
  if earlier is not null then
    update session s set revoked_at = now() where s.session_id = earlier and s.revoked_at is null returning * into replaced;
  end if;
  insert into session as s (unit_id, user_id, user_agent, family_hash, access_hash, refresh_hash, access_expires_at, refresh_expires_at, ends_at,
    second_factor, by_password)
  values (portal_unit_id(), who, agent, family, access, refresh, now() + make_interval(secs => access_seconds),
    now() + make_interval(secs => refresh_seconds), now() + make_interval(secs => session_seconds), factor, own_key is not null)
  returning s.session_id into session_id;
  insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
  select e.unit_id, e.user_id, e.kind, from_address, agent
  from (values (replaced.unit_id, replaced.user_id, 'signed-out'), (portal_unit_id(), who, event_kind)) as e (unit_id, user_id, kind)
  where e.user_id is not null;
  admin := exists (
    select from role_member m join role r on r.role_id = m.role_id
    where m.user_id = who and r.service = 'base' and r.code = 'XX_SYS_');
  return next;
end
$$;
-- As portal_announce_session_end, for all sessions of an account that is closed.
create or replace function portal_announce_account_end() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('portal_live',
    json_build_object('unitId', new.unit_id, 'kind', 'signed-out', 'userIds', json_build_array(new.user_id))::text);
  return null;
end
$$;

create or replace trigger user_account_closed after update of status on user_account for each row
  when (old.status = 1 and new.status <> 1) execute function portal_announce_account_end();
-- Every process keeps the faces of a unit in memory; whoever adds or deletes one tells them all, once that is committed.
create or replace function portal_announce_face() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('portal_faces', json_build_object('unitId', coalesce(new.unit_id, old.unit_id), 'userId', coalesce(new.user_id, old.user_id))::text);
  return null;
end
$$;

create or replace trigger face_photo_changed after insert or delete on face_photo for each row execute function portal_announce_face();
-- A session that ends is announced to every process once that is committed, whichever way ended it: what it holds open must end too. Quietly, where the
-- transaction asked for that (`portal.ends_quietly`): the page then stays as it is, and its next call asks who is there.
create or replace function portal_announce_session_end() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('portal_live',
    json_build_object('unitId', new.unit_id, 'kind', 'signed-out', 'sessionIds', json_build_array(new.session_id),
      'quietly', coalesce(current_setting('portal.ends_quietly', true), '') = 'on')::text);
  return null;
end
$$;

create or replace trigger session_ended after update of revoked_at on session for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function portal_announce_session_end();
-- What the office of the transaction's unit shares, with the office's names.
create or replace function portal_area_branding() returns json
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select json_build_object('name', o.name, 'englishName', o.english_name, 'modes', s.for_schools -> 'modes', 'values', s.for_schools -> 'values')
  from unit u join unit o on o.unit_id = u.area_id join branding_state s on s.unit_id = o.unit_id
  where u.unit_id = portal_unit_id() and s.for_schools is not null
$$;
-- Whether the transaction's unit is a school of the office that wrote this, and the author there may still write to schools.
create or replace function portal_area_may_publish(of_publication uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from area_publication o join unit f on f.unit_id = o.unit_id and f.status = 1 join unit s on s.area_id = o.unit_id
    where o.area_publication_id = of_publication and s.unit_id = portal_unit_id() and portal_still_holds(o.author_id, 'base_schools'))
$$;
-- Notes in the school's trail that the transaction's person looks at it, if the school lets them. Until when; null without the right. A right that is taken away
-- meanwhile waits for this transaction, or this transaction for it.
create or replace function portal_area_open(of_unit uuid, action text, changes jsonb, address text, user_agent text) returns timestamptz
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  until timestamptz;
begin
  update area_access x set opened_at = now(), uses = uses + 1
  where x.access_id = (
      select h.access_id from area_access h join unit u on u.unit_id = h.unit_id
      where h.unit_id = of_unit and h.area_id = portal_unit_id() and h.area_user_id = portal_user_id() and u.area_id = h.area_id and u.status = 1
        and portal_access_holds(h)
      order by h.ends_at desc limit 1)
    and x.revoked_at is null
  returning x.ends_at into until;
  if until is null then
    return null;
  end if;
  insert into admin_event (unit_id, kind, action, changes, address, user_agent)
  select of_unit, 'area', action, jsonb_build_object('person', a.real_name, 'office', o.name) || changes, address, user_agent
  from user_account a join unit o on o.unit_id = a.unit_id where a.user_id = portal_user_id();
  return until;
end
$$;
-- Those of the office who may look after its schools: a school gives a right to one of them by name.
create or replace function portal_area_people() returns table (user_id uuid, real_name text, english_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.user_id, a.real_name, coalesce(nullif(a.english_name, ''), (select m.english_name from staff_member m where m.user_id = a.user_id), '')
  from unit u join user_account a on a.unit_id = u.area_id and a.status = 1
  where u.unit_id = portal_unit_id() and portal_holds(a.unit_id, a.user_id, a.user_type, 'base_schools', false)
$$;
-- A picture that the office of the transaction's unit shares.
create or replace function portal_area_picture(picture bytea) returns table (media_type text, content bytea)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.media_type, p.content
  from unit u join branding_state s on s.unit_id = u.area_id join branding_picture p on p.unit_id = u.area_id
  where u.unit_id = portal_unit_id() and p.sha256 = picture
    and encode(picture, 'hex') in (s.for_schools -> 'values' ->> 'logo', s.for_schools -> 'values' ->> 'picture')
$$;
-- How far the office's messages are in each school: counts alone, with those who have done a to-do.
create or replace function portal_area_receipts(of_publications uuid[])
returns table (area_publication_id uuid, unit_id uuid, name text, english_name text, state text, recipients integer, read bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.area_publication_id, u.unit_id, u.name, u.english_name, p.state, case when p.state = 'scheduled' then p.expected else p.recipients end,
    case p.kind
      when 'message' then (select count(*) from message_recipient r where r.message_id = p.message_id and r.read_at is not null)
      else (select count(*) from todo t where t.publication_id = p.publication_id and t.closed_at is not null)
    end
  from area_publication o join publication p on p.area_publication_id = o.area_publication_id join unit u on u.unit_id = p.unit_id
  where o.unit_id = portal_unit_id() and o.area_publication_id = any (of_publications)
$$;
-- The schools of the transaction's unit, to which what it shares is brought.
create or replace function portal_area_school_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.unit_id from unit u where u.area_id = portal_unit_id()
$$;
-- The schools of the transaction's unit with counts, never people. `access_ends_at`: until when the transaction's person may open it.
create or replace function portal_area_schools(of_unit uuid)
returns table (unit_id uuid, name text, english_name text, host text, active boolean, pupils bigint, teachers bigint, parents bigint, staff bigint,
  classes bigint, today bigint, week bigint, storage bigint, access_ends_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.unit_id, u.name, u.english_name, (select h.host from unit_host h where h.unit_id = u.unit_id order by h.is_main desc, h.host limit 1), u.status = 1,
    (select count(*) from student s where s.unit_id = u.unit_id and s.class_id is not null),
    coalesce(p.teachers, 0), coalesce(p.parents, 0), coalesce(p.staff, 0),
    (select count(*) from class_group c where c.unit_id = u.unit_id and c.closed_on is null),
    coalesce(e.today, 0), coalesce(e.week, 0), portal_unit_storage(u.unit_id),
    (select max(x.ends_at) from area_access x
      where x.unit_id = u.unit_id and x.area_id = u.area_id and x.area_user_id = portal_user_id() and portal_access_holds(x))
  from unit u
  left join lateral (
    select count(*) filter (where a.user_type = 2) as teachers, count(*) filter (where a.user_type = 3) as parents,
      count(*) filter (where a.user_type = 4) as staff
    from user_account a where a.unit_id = u.unit_id and a.status = 1) p on true
  left join lateral (
    select count(distinct v.user_id) as week,
      count(distinct v.user_id) filter (where (v.at at time zone portal_operator_zone(u.unit_id))::date = (now() at time zone portal_operator_zone(u.unit_id))::date)
        as today
    from sign_in_event v where v.unit_id = u.unit_id and v.kind = 'signed-in' and v.at > now() - interval '7 days') e on true
  where u.area_id = portal_unit_id() and (of_unit is null or u.unit_id = of_unit)
$$;
-- Begins a call in one trip: finds the unit of the host and the live session of the access token in that unit, and limits the rest of the transaction to
-- them. No row: no unit answers at this host. Null session_id: nobody is signed in. Says whether the person holds the call's permission and the unit its
-- licence; both are true where the call needs none.
create or replace function portal_begin(
  call_host text, call_access_hash bytea, call_permission text default null, call_service text default null, call_reads boolean default true,
  call_administers boolean default false, call_address inet default null, call_scoped boolean default false, call_fresh_seconds integer default null,
  call_account uuid default null)
returns table (
  unit_id uuid, unit_type text, session_id uuid, user_id uuid, user_type smallint, admin boolean, permitted boolean, licensed boolean,
  factor_due boolean, outside boolean, factor_stale boolean, in_part boolean, scope uuid[], first_password boolean, linked_from uuid, link_problem text)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  linked record;
begin
  select u.unit_id, u.unit_type, s.session_id, a.user_id, a.user_type,
    a.user_id is not null and (a.superman and u.unit_type = '0' or exists (
      select from role_member m join role r on r.role_id = m.role_id
      where m.user_id = a.user_id and r.service = 'base' and r.code = 'XX_SYS_')),
    call_administers and u.admin_second_factor and not coalesce(s.second_factor, false),
    call_administers and cardinality(u.admin_networks) > 0 and not coalesce(call_address <<= any (u.admin_networks), false),
    call_fresh_seconds is not null and u.admin_second_factor
      and not coalesce(s.second_factor_at > now() - make_interval(secs => call_fresh_seconds), false),
    exists (select from credential c where c.user_id = a.user_id and c.is_first)
  into unit_id, unit_type, session_id, user_id, user_type, admin, factor_due, outside, factor_stale, first_password
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
  if call_account is not null and user_id is not null then
    select o.unit_id, o.unit_type, a.user_id, a.user_type, portal_link_problem(l.user_id, a.user_id, o.status) as problem into linked
    from account_link l
    join user_account a on a.user_id = l.other_user_id and a.unit_id = l.other_unit_id and a.status = 1 and a.user_type = 3
    join unit o on o.unit_id = l.other_unit_id
    where l.unit_id = portal_begin.unit_id and l.user_id = portal_begin.user_id and portal_begin.user_type = 3 and l.other_user_id = call_account;
    if not found then
      link_problem := 'gone';
    elsif linked.problem is not null then
      link_problem := linked.problem;
    else
      linked_from := user_id;
      unit_id := linked.unit_id;
      unit_type := linked.unit_type;
      user_id := linked.user_id;
      user_type := linked.user_type;
      -- No endpoint that acts through a link is an administrator's.
      admin := false;
    end if;
  end if;
  permitted := call_permission is null;
  in_part := false;
  -- Strangers' calls need no look at rights.
  if call_permission is not null and user_id is not null then
    if call_scoped then
      scope := portal_scope(unit_id, user_id, user_type, call_permission);
      permitted := scope is null or portal_holds(unit_id, user_id, user_type, call_permission, true);
    else
      permitted := portal_holds(unit_id, user_id, user_type, call_permission, false);
      in_part := not permitted and portal_holds(unit_id, user_id, user_type, call_permission, true);
    end if;
  end if;
  licensed := call_service is null or portal_licensed(unit_id, call_service, call_reads);
  perform set_config('portal.unit_id', unit_id::text, true), set_config('portal.user_id', coalesce(user_id::text, ''), true);
  return next;
end
$$;
-- Who has a login name in this unit, whether the device with this hash is known to them, and the counted attempt. A known device has a counter of its own;
-- otherwise name and address, the address, and the name count. One row; without an account its columns are null.
create or replace function portal_begin_sign_in(unit uuid, login text, trusted boolean, device bytea, device_key bytea, pair_key bytea, account_key bytea,
  inside_key bytea, address_key bytea, from_address inet, pair_free integer, pair_cap integer, account_seconds float8, account_burst integer,
  address_seconds float8, address_burst integer, request_key bytea default null, per_minute integer default null, own_network inet default null)
returns table (user_id uuid, user_type smallint, active boolean, password_hash text, second_step boolean, known boolean, inside boolean,
  own_failures integer, wait_seconds float8, over_rate float8, first_days float8) language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  name_key bytea;
  free integer;
begin
  known := false;
  inside := false;
  own_failures := 0;
  wait_seconds := 0;
  over_rate := 0;
  if request_key is not null then
    select c.wait_seconds into over_rate from portal_count_request(unit, request_key, per_minute, own_network) c;
    if over_rate > 0 then
      return next;
      return;
    end if;
  end if;
  perform set_config('portal.unit_id', unit::text, true), set_config('portal.user_id', '', true),
    -- A power cut may forget the guesses of its last moments; nobody is told that they were stored.
    set_config('synchronous_commit', 'off', true);
  select a.user_id, a.user_type, a.status = 1, c.password_hash, exists (select from second_step s where s.user_id = a.user_id),
    case when c.is_first then extract(epoch from now() - c.changed_at) / 86400 end
  into user_id, user_type, active, password_hash, second_step, first_days
  from user_account a left join credential c on c.user_id = a.user_id
  where a.login_key = portal_fold(login);
  known := trusted or device is not null and exists (
    select from login_device d where d.user_id = portal_begin_sign_in.user_id and d.device_hash = device);
  inside := not known and portal_in_own_network(from_address);
  if known then
    select c.failed, c.wait_seconds into own_failures, wait_seconds from portal_count_attempt(device_key, pair_free, pair_cap) c;
    return next;
    return;
  end if;
  name_key := case when inside then inside_key else account_key end;
  -- Counted inside as well, but without a wait: as much is written as elsewhere.
  free := case when inside then null else pair_free end;
  -- Most refusals end here, without a write.
  wait_seconds := greatest(
    portal_rate_wait(name_key, account_seconds, account_burst),
    case when inside then 0 else portal_rate_wait(address_key, address_seconds, address_burst) end,
    case when inside then 0 else (
      select extract(epoch from a.blocked_until - clock_timestamp()) from login_attempt a
      where a.unit_id = portal_unit_id() and a.key = pair_key) end);
  if wait_seconds > 0 then
    return next;
    return;
  end if;
  begin
    select c.failed, c.wait_seconds into own_failures, wait_seconds from portal_count_attempt(pair_key, free, pair_cap) c;
    if wait_seconds = 0 then wait_seconds := portal_count_rate(name_key, account_seconds, account_burst); end if;
    if wait_seconds = 0 and not inside then wait_seconds := portal_count_rate(address_key, address_seconds, address_burst); end if;
    if wait_seconds > 0 then raise exception using errcode = 'PT429'; end if;
  exception when sqlstate 'PT429' then
    -- What this block wrote is undone here: refusals do not count.
    own_failures := 0;
  end;
  return next;
end
$$;
-- Deletes address and device of what an erased person did.
create or replace function portal_blank_admin_events() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update admin_event set address = '', user_agent = '', session_id = null where unit_id = old.unit_id and actor_id = old.user_id;
  return old;
end
$$;
revoke execute on function portal_blank_admin_events() from portal_app;

create or replace trigger user_account_erased before delete on user_account for each row execute function portal_blank_admin_events();
-- The last thing that adds bytes to a class: what the application refused with its own code gets this far only past it.
create or replace function portal_check_class_storage() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  class uuid;
begin
  select h.class_id into class from hand_in h where h.hand_in_id = new.hand_in_id;
  perform pg_advisory_xact_lock(hashtextextended('storage room of class ' || class, 0));
  -- A statement after the lock: it sees what the transaction that held it has left.
  if portal_class_storage(class) + new.size > portal_class_quota(class) then
    raise exception 'the storage of class % is full', class using errcode = 'check_violation', constraint = 'hand_in_file_class_quota';
  end if;
  return new;
end
$$;

create or replace trigger hand_in_file_class_quota before insert on hand_in_file for each row execute function portal_check_class_storage();
-- Null: no limit.
create or replace function portal_class_quota(class uuid) returns bigint language sql stable as $$
  select coalesce(c.storage_quota, u.class_quota) from public.class_group c join public.unit u using (unit_id) where c.class_id = class
$$;
-- The bytes of all hand-ins of a class. With the owner's rights: a pupil sees no files of others, but whether there is room.
create or replace function portal_class_storage(class uuid) returns bigint language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(f.size), 0)::bigint from hand_in h join hand_in_file f using (hand_in_id)
  where h.class_id = class and (h.unit_id = portal_unit_id() or portal_unit_id() is null)
$$;
-- The classes that a person has to do with: their own or their children's, and those that they teach.
create or replace function portal_classes(of_user uuid) returns setof uuid language sql stable as $$
  select s.class_id from public.student s where s.user_id = of_user and s.class_id is not null
  union
  select s.class_id from public.guardian g join public.student s on s.student_id = g.student_id
  where g.parent_id = of_user and s.class_id is not null
  union
  select c.class_id from public.class_group c
  where c.closed_on is null and (c.head_teacher_id = of_user
    or exists (select from public.class_teacher t where t.class_id = c.class_id and t.user_id = of_user))
$$;
-- Counts one attempt, and returns how often it has failed by now. While the counter waits, nothing is counted and the row says how long, in seconds.
create or replace function portal_count_attempt(attempt_key bytea, free integer, cap integer) returns table (failed integer, wait_seconds float8)
language plpgsql as $$
declare
  wait integer;
begin
  insert into login_attempt as a (unit_id, key, failures) values (portal_unit_id(), attempt_key, 1)
  on conflict (unit_id, key) do update set
    failures = case when a.last_at < now() - interval '1 hour' then 1 else a.failures + 1 end,
    last_at = now()
  where free is null or a.blocked_until is null or a.blocked_until <= clock_timestamp()
  returning a.failures, 0 into failed, wait_seconds;
  if not found then
    failed := 0;
    select extract(epoch from a.blocked_until - clock_timestamp()) into wait_seconds
    from login_attempt a where a.unit_id = portal_unit_id() and a.key = attempt_key;
    wait_seconds := greatest(0.001, wait_seconds);
  else
    wait := portal_lock_seconds(failed, free, cap);
    if wait > 0 then
      update login_attempt a set blocked_until = clock_timestamp() + make_interval(secs => wait)
      where a.unit_id = portal_unit_id() and a.key = attempt_key;
    end if;
  end if;
  return next;
end
$$;
-- Keeps storage_use, the bytes of a unit.
create or replace function portal_count_object() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into storage_use as u (unit_id, bytes) values (new.unit_id, new.size)
    on conflict (unit_id) do update set bytes = u.bytes + excluded.bytes;
  else
    update storage_use set bytes = bytes - old.size where unit_id = old.unit_id;
  end if;
  return null;
end
$$;

-- It runs as the transaction ends, so that nobody holds the unit's row while bytes move on the disk, or waits for another lock with it.
drop trigger if exists storage_object_counted on storage_object;
create constraint trigger storage_object_counted after insert or delete on storage_object
deferrable initially deferred for each row execute function portal_count_object();
-- Counts one under a key that lets `burst` through at once and one more every `seconds`. Returns 0, or the seconds to wait; a refusal does not count.
create or replace function portal_count_rate(rate_key bytea, seconds float8, burst integer) returns float8 language plpgsql as $$
declare
  each interval := make_interval(secs => seconds);
  moment timestamptz := clock_timestamp();
  waits float8;
begin
  insert into rate_limit as r (unit_id, key, spent_until, pace) values (portal_unit_id(), rate_key, moment + each, each)
  on conflict (unit_id, key) do update set spent_until = greatest(r.spent_until, moment) + each, pace = each
  where r.spent_until <= moment + each * (burst - 1);
  if found then return 0; end if;
  select extract(epoch from r.spent_until - moment - each * (burst - 1)) into waits
  from rate_limit r where r.unit_id = portal_unit_id() and r.key = rate_key;
  -- A row that was deleted meanwhile has none.
  return greatest(0.001, waits);
end
$$;
-- Counts a request. In a network of the unit's own, where `address` is given, ten times as many are let through.
create or replace function portal_count_request(unit uuid, rate_key bytea, per_minute integer, address inet) returns table (wait_seconds float8)
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  allowed integer;
begin
  perform set_config('portal.unit_id', unit::text, true), set_config('portal.user_id', '', true),
    set_config('synchronous_commit', 'off', true);
  allowed := case when address is not null and portal_in_own_network(address) then 10 * per_minute else per_minute end;
  wait_seconds := portal_count_rate(rate_key, 60.0 / allowed, allowed);
  return next;
end
$$;
-- Deletes these links on both sides, with an event for each account. The address and device are those of the transaction's unit alone.
create or replace function portal_delete_links(of_links uuid[], from_address text, agent text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with ended as (delete from account_link l where l.link_id = any (of_links) returning l.unit_id, l.user_id)
  insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
  select e.unit_id, e.user_id, 'account-unlinked',
    case when e.unit_id = portal_unit_id() then from_address else '' end, case when e.unit_id = portal_unit_id() then agent else '' end
  from ended e
$$;
revoke execute on function portal_delete_links(uuid[], text, text) from portal_app;
-- Deletes a unit and every row of it. One statement, so that foreign keys between the rows are checked when all are gone.
create or replace function portal_delete_unit(of_unit uuid) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  execute (
    select 'with ' || string_agg(format('d%s as (delete from %s where unit_id = $1)', c.oid, c.oid::regclass), ', ')
      || ' delete from unit where unit_id = $1'
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'unit_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.oid <> 'unit'::regclass)
  using of_unit;
  delete from portal_jobs.job j where j.data ->> 'unitId' = of_unit::text;
  delete from portal_jobs.archive j where j.data ->> 'unitId' = of_unit::text;
end
$$;
revoke execute on function portal_delete_unit(uuid) from portal_app;
-- Ends the links and the open codes of accounts of the transaction's unit.
create or replace function portal_end_links(of_users uuid[], from_address text, agent text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from account_link_code c where c.unit_id = portal_unit_id() and c.user_id = any (of_users);
  perform portal_delete_links(
    array(select l.link_id from account_link l where l.unit_id = portal_unit_id() and l.user_id = any (of_users)), from_address, agent);
end
$$;
-- A closed account, or one that is no parent's any more, has no links.
create or replace function portal_end_links_with_account() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from account_link_code c where c.user_id = new.user_id;
  perform portal_delete_links(array(select l.link_id from account_link l where l.user_id = new.user_id), '', '');
  return null;
end
$$;
revoke execute on function portal_end_links_with_account() from portal_app;

create or replace trigger links_end_with_account after update of status, user_type on user_account for each row
  when (old.user_type = 3 and old.status = 1 and (new.user_type <> 3 or new.status <> 1)) execute function portal_end_links_with_account();
-- Links for a new password go to an address. Whoever changes it (the person, a form, an import, its undo, a merge), those on their way to the one before open nothing any more.
create or replace function portal_end_mailed_links() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from password_reset r where r.user_id = new.user_id and r.kind = 'mail' and r.used_at is null;
  return null;
end
$$;

create or replace trigger address_changed after update of email on user_account
  for each row when (old.email is distinct from new.email) execute function portal_end_mailed_links();
-- Whichever way a session ends: what waits for delivery is due, and codes that were not redeemed are worthless, since their tokens would outlive the news.
create or replace function portal_end_oauth_sessions(ended uuid, of_unit uuid, of_user uuid) returns void language plpgsql as $$
begin
  delete from oauth_artifact a
  where a.unit_id = of_unit and a.user_id = of_user and a.model = 'AuthorizationCode' and a.consumed_at is null and a.payload ->> 'sid' = ended::text;
  update oauth_session o set due_at = now() where o.session_id = ended and o.unit_id = of_unit and o.due_at is null;
  if found then perform pg_notify('portal_logout', ''); end if;
end
$$;
revoke execute on function portal_end_oauth_sessions(uuid, uuid, uuid) from portal_app;
-- Erases people of the transaction's unit: a pupil with the account, or accounts. What holds their values without a key goes too: messages that the portal wrote
-- about them, rows of imports, identifiers of other systems, values in the trail. Returns how much of what went. As owner, because the trail and consents are
-- append-only for the application. The caller has made sure that nobody among them is active.
create or replace function portal_erase_people(of_student uuid, of_users uuid[]) returns jsonb
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  unit uuid := portal_unit_id();
  pupil uuid := (select s.student_id from student s where s.unit_id = unit and s.student_id = of_student);
  users uuid[] := array(select a.user_id from user_account a where a.unit_id = unit and a.user_id = any (of_users) order by 1 for update);
  ids text[];
  names text[];
  -- What only they have.
  marks text[];
  phones text[];
  lone uuid[];
  one text;
  quoted text;
  pattern text;
  gone jsonb;
begin
  ids := users::text[] || coalesce(array[pupil::text], '{}');
  names := array(
    select distinct v from (
      select unnest(array[a.real_name, a.english_name]) from user_account a where a.user_id = any (users)
      union all select m.english_name from staff_member m where m.user_id = any (users)
      union all select unnest(array[s.real_name, s.english_name]) from student s where s.student_id = pupil) all_names (v)
    where btrim(v) <> '');
  marks := array(
    select distinct v from (
      select unnest(array[a.login_name, a.email]) from user_account a where a.user_id = any (users)
      union all select m.staff_number from staff_member m where m.user_id = any (users)
      union all select s.student_number from student s where s.student_id = pupil
      union all select k.source_id from external_key k where k.unit_id = unit and k.row_id::text = any (ids)) all_marks (v)
    where btrim(v) <> '');
  phones := array(
    select distinct v from (
      select c.phone from guardian_contact c where c.parent_id = any (users)
      union all select unnest(array[c.phone, c.contact]) from account_contact c where c.user_id = any (users)) all_phones (v)
    where btrim(v) <> '');
  gone := jsonb_build_object(
    'attendance', (select count(*) from attendance_event e where e.student_id = pupil or e.user_id = any (users)),
    'files', (select count(*) from storage_file f where f.unit_id = unit and f.owner_id = any (users)),
    'messages', (select count(*) from message_recipient r where r.user_id = any (users)),
    'photos', (select count(*) from face_photo p where p.user_id = any (users)));

  -- Messages that the portal itself wrote to them, or to guardians about them. Others who got one keep it without the name.
  with theirs as (
    delete from message_recipient r using message m
    where m.message_id = r.message_id and r.unit_id = unit and (r.user_id = any (users)
      or r.student_id = pupil and m.author_id is null and not exists (select from publication p where p.message_id = m.message_id))
    returning r.message_id)
  select array(select distinct message_id from theirs) into lone;
  delete from message m
  where m.unit_id = unit and m.message_id = any (lone) and not exists (select from message_recipient r where r.message_id = m.message_id)
    and not exists (select from publication p where p.message_id = m.message_id);
  delete from todo t where t.unit_id = unit and (t.user_id = any (users) or t.student_id = pupil);
  foreach one in array names loop
    update message m
    -- Where the portal puts a name: not within a longer one.
    set body = regexp_replace(m.body, '(^|[（(])' || regexp_replace(one, '([\\.^$*+?()\[\]{}|])', '\\\1', 'g') || '(?=[ :])', '\1…', 'g')
    where m.unit_id = unit and m.author_id is null and position(one in m.body) > 0
      and not exists (select from publication p where p.message_id = m.message_id);
  end loop;
  update publication p set audience = jsonb_set(p.audience, '{userIds}', (p.audience -> 'userIds') - ids)
  where p.unit_id = unit and p.audience -> 'userIds' ?| ids;

  -- A previewed import that loses rows is compared again before it is applied.
  with lost as (
    delete from import_row r
    where r.unit_id = unit and (r.target_id::text = any (ids) or r.owner_id::text = any (ids)
      or r.kind in ('person', 'guardian') and (
        r.target_id is null and r.name = any (names)
        or exists (select from jsonb_each_text(r.given) g where g.value = any (marks))))
    returning r.import_id),
  freed as (
    update import_row r
    set candidates = (select jsonb_agg(c) from jsonb_array_elements(r.candidates) c where not c ->> 'id' = any (ids)),
      choice = case when r.choice = any (ids) then null else r.choice end
    where r.unit_id = unit and exists (select from jsonb_array_elements(r.candidates) c where c ->> 'id' = any (ids))
      and not r.target_id::text = any (ids)
    returning r.import_id)
  update import_run i set status = 'stale'
  where i.unit_id = unit and i.status = 'ready' and i.import_id in (select import_id from lost union select import_id from freed);
  -- The rows of files as they were given are packed, so that all of the unit's go: such a file is imported again to get its errors marked.
  delete from import_source p where p.unit_id = unit;
  delete from external_key k where k.unit_id = unit and k.row_id::text = any (ids);

  -- The trail keeps what was done and when, without the values.
  update admin_event e set changes = '{}' where e.unit_id = unit and e.target_id = any (ids) and e.changes <> '{}';
  foreach one in array names || marks || phones loop
    quoted := to_jsonb(one)::text;
    pattern := regexp_replace(quoted, '([\\.^$*+?()\[\]{}|])', '\\\1', 'g') || '(?!:)';
    update admin_event e set changes = regexp_replace(e.changes::text, pattern, '"…"', 'g')::jsonb
    where e.unit_id = unit and position(quoted in e.changes::text) > 0;
    -- The examples of a sheet's columns.
    update import_run i set sheets = regexp_replace(i.sheets::text, pattern, '"…"', 'g')::jsonb
    where i.unit_id = unit and position(quoted in i.sheets::text) > 0;
  end loop;
  update face_consent f set guardian_name = '…'
  where f.unit_id = unit and f.guardian_name = any (names) and f.user_id in (
    select s.user_id from guardian g join student s using (student_id) where g.parent_id = any (users));

  -- The bytes go with the next clean-up.
  delete from storage_upload u where u.unit_id = unit and u.owner_id = any (users);
  delete from storage_file f where f.unit_id = unit and f.owner_id = any (users);
  delete from storage_folder f where f.unit_id = unit and f.owner_id = any (users);
  update user_account a set parent_id = null where a.unit_id = unit and a.parent_id = any (users);
  update class_group c set head_teacher_id = null where c.unit_id = unit and c.head_teacher_id = any (users);
  delete from password_reset r where r.unit_id = unit and r.issued_by = any (users);
  -- Everything else that is theirs goes by its key.
  delete from student s where s.unit_id = unit and s.student_id = pupil;
  delete from user_account a where a.unit_id = unit and a.user_id = any (users);
  return gone;
end
$$;
-- Whoever changes a name, by whatever statement, need not think of its pinyin.
create or replace function portal_forget_pinyin() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.name_pinyin is not distinct from old.name_pinyin then new.name_pinyin := null; end if;
  return new;
end
$$;

create or replace trigger user_account_renamed before update of real_name on user_account for each row
  when (old.real_name is distinct from new.real_name) execute function portal_forget_pinyin();

create or replace trigger student_renamed before update of real_name on student for each row
  when (old.real_name is distinct from new.real_name) execute function portal_forget_pinyin();
-- Takes an attempt back that was not a failure: clears its own counter, and its share of the rates that others spend too.
create or replace function portal_forgive_attempt(own_key bytea, shared_keys bytea[], share integer) returns void language plpgsql as $$
begin
  delete from login_attempt where unit_id = portal_unit_id() and key = own_key;
  perform portal_return_rates(shared_keys, share);
end
$$;
-- Which of these sessions, of any unit, are still good. For what holds connections of many people open and may have missed an announcement.
create or replace function portal_good_sessions(asked uuid[]) returns table (session_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.session_id
  from session s
  join user_account a on a.user_id = s.user_id and a.status = 1
  join unit u on u.unit_id = s.unit_id and u.status = 1
  where s.session_id = any (asked) and s.revoked_at is null and s.refresh_expires_at > now() and s.ends_at > now()
$$;
-- The roles of a person, each with the part of the unit in which it counts.
create or replace function portal_held_roles(of_user uuid) returns table (role_id uuid, scope_campus_id uuid, scope_grade_id uuid, scope_class_id uuid)
language sql stable as $$
  select m.role_id, m.scope_campus_id, m.scope_grade_id, m.scope_class_id from public.role_member m where m.user_id = of_user
  union all
  select m.role_id, m.scope_campus_id, m.scope_grade_id, m.scope_class_id
  from public.user_account a join public.role_member m on m.unit_id = a.unit_id and m.user_type = a.user_type where a.user_id = of_user
  union all
  select m.role_id, m.scope_campus_id, m.scope_grade_id, m.scope_class_id
  from public.student s join public.role_member m on m.class_id = s.class_id where s.user_id = of_user
  union all
  select m.role_id, m.scope_campus_id, m.scope_grade_id, m.scope_class_id
  from public.staff_member e join public.role_member m on m.department_id = e.department_id where e.user_id = of_user
$$;
-- No more open accounts than the operator allows, whichever way one is opened. Statement by statement: an import opens thousands with one.
create or replace function portal_hold_people_limit() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  limited record;
begin
  for limited in
    select u.unit_id, u.people_limit from unit u
    where u.people_limit is not null and u.unit_id in (select o.unit_id from opened o where o.status = 1) order by u.unit_id
  loop
    -- Two at once must not both find the last place free.
    perform pg_advisory_xact_lock(hashtextextended('people of ' || limited.unit_id, 0));
    -- A statement after the lock: it sees what whoever held it has left.
    if (select count(*) from user_account a where a.unit_id = limited.unit_id and a.status = 1) > limited.people_limit then
      raise exception 'the unit has as many people as the operator allows' using errcode = 'PL001';
    end if;
  end loop;
  return null;
end
$$;
revoke execute on function portal_hold_people_limit() from portal_app;

create or replace trigger people_limit_new after insert on user_account referencing new table as opened
for each statement execute function portal_hold_people_limit();
-- As portal_hold_people_limit, for accounts that are opened again.
create or replace function portal_hold_people_limit_again() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  limited record;
begin
  -- Most changes of accounts open none.
  for limited in
    select u.unit_id, u.people_limit from unit u
    where u.people_limit is not null and u.unit_id in (
      select n.unit_id from changed n join was w on w.user_id = n.user_id where n.status = 1 and w.status <> 1) order by u.unit_id
  loop
    perform pg_advisory_xact_lock(hashtextextended('people of ' || limited.unit_id, 0));
    if (select count(*) from user_account a where a.unit_id = limited.unit_id and a.status = 1) > limited.people_limit then
      raise exception 'the unit has as many people as the operator allows' using errcode = 'PL001';
    end if;
  end loop;
  return null;
end
$$;
revoke execute on function portal_hold_people_limit_again() from portal_app;

create or replace trigger people_limit_opened after update on user_account referencing new table as changed old table as was
for each statement execute function portal_hold_people_limit_again();
-- Whether a person was granted a code, by user type or by a role: in any part of the unit, or in the whole unit. A code of areas, whose second word is `area`,
-- counts without it. plpgsql, because a connection keeps its plans; without settings of its own, which cost more than the look-ups.
create or replace function portal_holds(of_unit uuid, of_user uuid, of_type smallint, wanted text, in_part boolean default true) returns boolean
language plpgsql stable as $$
declare
  forms text[] := array[wanted, regexp_replace(wanted, '_', '_area_')];
begin
  -- One statement after the other: starting the last one takes longer than running the first two.
  if exists (select from public.permission_grant g where g.unit_id = of_unit and g.code = any (forms) and g.user_type = of_type) then
    return true;
  end if;
  if exists (
    select from public.role_member m join public.permission_grant g on g.role_id = m.role_id
    where m.user_id = of_user and g.unit_id = of_unit and g.code = any (forms)
      and num_nonnulls(m.scope_campus_id, m.scope_grade_id, m.scope_class_id) = 0) then
    return true;
  end if;
  return exists (
    select from public.portal_held_roles(of_user) as held join public.permission_grant g on g.role_id = held.role_id
    where g.unit_id = of_unit and g.code = any (forms)
      and (in_part or num_nonnulls(held.scope_campus_id, held.scope_grade_id, held.scope_class_id) = 0));
end
$$;
-- Whether an address belongs to the networks of the transaction's unit.
create or replace function portal_in_own_network(address inet) returns boolean language sql stable
return exists (select from unit u where u.unit_id = portal_unit_id() and address <<= any (u.networks));
-- Whether a person has one of the roles, is of one of the classes and of one of the campuses; of an empty list everyone is.
create or replace function portal_is_among(of_user uuid, roles uuid[], classes uuid[], campuses uuid[]) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select (roles = '{}' or exists (select from portal_roles(of_user) as held (role_id) where held.role_id = any (roles)))
    and (classes = '{}' or exists (select from portal_classes(of_user) as own (class_id) where own.class_id = any (classes)))
    and (campuses = '{}' or exists (
      select from portal_classes(of_user) as own (class_id) join class_group c on c.class_id = own.class_id
      where c.campus_id = any (campuses)))
$$;
-- Whether the transaction's person is an operator: an open account of the operators' unit.
create or replace function portal_is_operator() returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from user_account a join unit u on u.unit_id = a.unit_id
    where a.user_id = portal_user_id() and a.unit_id = portal_unit_id() and a.superman and a.status = 1 and u.unit_type = '0')
$$;
-- Whether a unit with this address is not in use just now.
create or replace function portal_is_suspended(call_host text) returns table (suspended boolean, archived_at text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(bool_or(true), false), portal_moment(max(u.archived_at))
  from unit_host h join unit u on u.unit_id = h.unit_id where h.host = call_host and u.status <> 1
$$;
-- The application makes operators in the operators' unit alone, and nobody else there. A rule for its role: an account's unit and flag are in one row, so a right of
-- the whole installation must not hang on one careless statement.
create or replace function portal_keep_operators_apart() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.superman <> exists (select from unit u where u.unit_id = new.unit_id and u.unit_type = '0') then
    raise exception 'operators have a unit of their own' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
revoke execute on function portal_keep_operators_apart() from portal_app;

create or replace trigger operators_apart_new after insert on user_account for each row when (current_user = 'portal_app') execute function portal_keep_operators_apart();

create or replace trigger operators_apart_changed after update of superman, unit_id on user_account for each row when (current_user = 'portal_app')
  execute function portal_keep_operators_apart();
-- Who keeps a hand-in: the head of its class today, and its author who still teaches the class. A former teacher of a class has nothing of it any more, and the next head has it.
create or replace function portal_keeps_hand_in(of_class uuid, author uuid) returns boolean language sql stable as $$
  select exists (
    select from public.class_group c where c.class_id = of_class and (
      c.head_teacher_id = public.portal_user_id()
      or author = public.portal_user_id()
        and exists (select from public.class_teacher t where t.class_id = c.class_id and t.user_id = author)))
$$;
-- The host names of all units, and of none that is no name of a browser: an application on plain http at one of them would be sent the cookies of the unit there, which know no ports.
create or replace function portal_known_hosts() returns table (host text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select h.host from unit_host h where h.host not like '<%'
$$;
-- Leases these bytes of the transaction's unit for writing and returns the lease, or null when some of them are being removed.
create or replace function portal_lease_objects(names json) returns uuid language plpgsql as $$
declare
  lease uuid := portal_new_id();
  name text;
begin
  -- Whoever wants to remove these bytes locks the same names. Always in the same order, so that no two wait for each other.
  for name in select value from json_array_elements_text(names) value order by value loop
    perform pg_advisory_xact_lock(hashtextextended('storage object ' || portal_unit_id() || ' ' || name, 0));
  end loop;
  -- A statement after the locks: it sees the leases of whoever held them.
  if exists (
    select from storage_lease l
    where l.unit_id = portal_unit_id() and l.sha256 in (select json_array_elements_text(names))
      and l.removes and l.expires_at > now()
  ) then
    return null;
  end if;
  insert into storage_lease (lease_id, unit_id, sha256, removes, expires_at)
  select lease, portal_unit_id(), value, false, now() + interval '1 day' from json_array_elements_text(names) value;
  return lease;
end
$$;
-- Whether a unit may use a service now: to read in the days of grace as well. Every service needs the licence of `base` too.
create or replace function portal_licensed(of_unit uuid, service text, reads boolean) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select count(*) = cardinality(array(select distinct unnest(array['base', service])))
  from licence l join unit u on u.unit_id = l.unit_id
  where l.unit_id = of_unit and l.server_id in ('base', service)
    and l.ends_at + case when reads then make_interval(days => u.licence_grace_days) else interval '0' end > now()
$$;
-- Why the link from one account to another cannot be used now; null where it can. A second step is not to be gone round by an account without one.
create or replace function portal_link_problem(own_user uuid, other_user uuid, other_unit_status smallint) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case
    when other_unit_status <> 1 then 'suspended'
    when exists (select from second_step s where s.user_id = other_user) and not exists (select from second_step s where s.user_id = own_user)
      then 'second_step'
    when exists (select from credential c where c.user_id = other_user and c.is_first) then 'first_password'
  end
$$;
revoke execute on function portal_link_problem(uuid, uuid, smallint) from portal_app;
-- Seconds for which the next attempt is refused after this many failures: `free` of them cost nothing, each further one doubles the wait up to `cap`.
-- A counter that keeps nobody waiting has no `free`.
create or replace function portal_lock_seconds(failures integer, free integer, cap integer) returns integer language sql immutable parallel safe
return case when free is null or failures < free then 0 else least(cap, power(2, least(failures - free + 1, 30)))::integer end;
-- Whether a person is an administrator, or can become one without a proof, by switching to their other account (parent or teacher).
create or replace function portal_may_administer(of_user uuid) returns boolean language sql stable as $$
  select exists (
    select from public.user_account a
    join public.user_account o on o.unit_id = a.unit_id and (
      o.user_id = a.user_id
      or (a.user_type = 3 and o.user_type = 2 and o.parent_id = a.user_id)
      or (a.user_type = 2 and o.user_type = 3 and o.user_id = a.parent_id))
    cross join lateral public.portal_roles(o.user_id) as held (role_id)
    join public.role r on r.role_id = held.role_id
    where a.user_id = of_user and r.service = 'base' and r.code = 'XX_SYS_')
$$;
-- Whether the author of a publication may send it now. A third party sends at once, by the scope that its call had.
create or replace function portal_may_publish(wanted publication) returns boolean language sql stable as $$
  select case
    when wanted.client_id is not null then true
    when wanted.of_classes then public.portal_may_write_to(wanted.author_id, wanted.audience)
    when wanted.office_name is not null then coalesce(public.portal_area_may_publish(wanted.area_publication_id), false)
    else public.portal_still_holds(wanted.author_id, 'base_message')
  end
$$;
-- Whether the transaction's person may share with an account, or with a class or another group (null): with the code, with all of the unit; without it, with the
-- teachers of the own classes alone.
create or replace function portal_may_share_with(person uuid) returns boolean language sql stable as $$
  select exists (
    select from public.user_account a where a.user_id = public.portal_user_id() and (
      public.portal_holds(a.unit_id, a.user_id, a.user_type, 'files_share_all')
      or person in (
        select c.head_teacher_id from public.class_group c
        where c.closed_on is null and c.class_id in (select k.receiver_id from public.portal_share_keys() k)
        union all
        select t.user_id from public.class_teacher t join public.class_group c using (class_id)
        where c.closed_on is null and t.class_id in (select k.receiver_id from public.portal_share_keys() k))))
$$;
-- Whether a person may write by the right for own classes to an audience: pupils and parents of the classes that they teach or of their part, or single ones
-- of these. An identifier in another spelling than the database's is none of them.
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
-- Joins the entry `gone` of the transaction's unit to `keep`: both pupils, or both accounts. Whatever points to the one that goes points to the one that stays
-- afterwards, also in tables that come later: they are found by their foreign keys. `take` names the values that stay from the one that goes, with 'signIn' its login
-- name and all by which it signs in. `days`: whose records of attendance stay on days on which both have some, 'keep', 'gone' or 'both'. As owner, because trail,
-- consents and uses of faces are append-only for the application. The caller has made sure that the two may be joined, and has ended their sessions. Returns how much moved.
create or replace function portal_merge_people(keep_pupil uuid, gone_pupil uuid, keep_user uuid, gone_user uuid, take text[], days text, zone text, box_name text)
returns jsonb language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  unit uuid := portal_unit_id();
  pupil student;
  other_pupil student;
  account user_account;
  other_account user_account;
  employee staff_member;
  other_employee staff_member;
  keep_contact account_contact;
  gone_contact account_contact;
  keep_phone text;
  gone_phone text;
  box uuid;
  both_days date[];
  pair record;
  part record;
  lost uuid;
  gone_ids uuid[];
  moved jsonb;
begin
  select * into pupil from student s where s.unit_id = unit and s.student_id = keep_pupil for update;
  select * into other_pupil from student s where s.unit_id = unit and s.student_id = gone_pupil for update;
  select * into account from user_account a where a.unit_id = unit and a.user_id = keep_user for update;
  select * into other_account from user_account a where a.unit_id = unit and a.user_id = gone_user for update;
  if (pupil.student_id is null) <> (other_pupil.student_id is null) or coalesce(pupil.student_id, account.user_id) is null
    or pupil.student_id = other_pupil.student_id or account.user_id = other_account.user_id
    or pupil.student_id is null and other_account.user_id is null then
    raise exception 'these two cannot be merged';
  end if;
  -- A pupil without an account takes over the one of the other.
  gone_ids := array_remove(array[other_pupil.student_id, case when account.user_id is not null then other_account.user_id end], null);
  moved := jsonb_build_object(
    'attendance', (select count(*) from attendance_event e where e.student_id = other_pupil.student_id or e.user_id = other_account.user_id),
    'files', (select count(*) from storage_file f where f.unit_id = unit and f.owner_id = other_account.user_id),
    'messages', (select count(*) from message_recipient r where r.user_id = other_account.user_id));

  -- Attendance on days on which both have some.
  both_days := array(
    select (e.at at time zone zone)::date from attendance_event e where e.student_id = pupil.student_id or e.user_id = account.user_id
    intersect
    select (e.at at time zone zone)::date from attendance_event e where e.student_id = other_pupil.student_id or e.user_id = other_account.user_id);
  delete from attendance_event e
  where cardinality(both_days) > 0 and (e.at at time zone zone)::date = any (both_days) and (
    days = 'keep' and (e.student_id = other_pupil.student_id or e.user_id = other_account.user_id)
    or days = 'gone' and (e.student_id = pupil.student_id or e.user_id = account.user_id));

  -- What may be there once for a pupil.
  if pupil.student_id is not null then
    update guardian k set may_consent = k.may_consent or g.may_consent, is_emergency_contact = k.is_emergency_contact or g.is_emergency_contact,
      relation = coalesce(k.relation, g.relation)
    from guardian g where k.student_id = pupil.student_id and g.student_id = other_pupil.student_id and g.parent_id = k.parent_id;
    delete from guardian g where g.student_id = other_pupil.student_id
      and exists (select from guardian k where k.student_id = pupil.student_id and k.parent_id = g.parent_id);
    delete from guardian_code c where c.student_id = other_pupil.student_id;
    delete from class_year_pupil y where y.student_id = other_pupil.student_id
      and exists (select from class_year_pupil k where k.student_id = pupil.student_id and k.year_id = y.year_id and k.class_id = y.class_id);
    delete from attendance_notice n where n.student_id = other_pupil.student_id
      and exists (select from attendance_notice k where k.student_id = pupil.student_id and k.date = n.date);
    delete from attendance_correction c where c.student_id = other_pupil.student_id and c.state = 'open'
      and exists (select from attendance_correction k where k.student_id = pupil.student_id and k.state = 'open' and k.date = c.date and k.direction = c.direction);
    delete from attendance_code c where c.student_id = other_pupil.student_id
      and exists (select from attendance_code k where k.student_id = pupil.student_id and k.kind = c.kind);
  end if;

  -- The same for an account.
  if account.user_id is not null and other_account.user_id is not null then
    update guardian k set may_consent = k.may_consent or g.may_consent, is_emergency_contact = k.is_emergency_contact or g.is_emergency_contact,
      relation = coalesce(k.relation, g.relation)
    from guardian g where k.parent_id = account.user_id and g.parent_id = other_account.user_id and g.student_id = k.student_id;
    delete from guardian g where g.parent_id = other_account.user_id
      and exists (select from guardian k where k.parent_id = account.user_id and k.student_id = g.student_id);
    update message_recipient k set read_at = coalesce(k.read_at, g.read_at)
    from message_recipient g where k.user_id = account.user_id and g.user_id = other_account.user_id and g.message_id = k.message_id;
    delete from message_recipient r where r.user_id = other_account.user_id
      and exists (select from message_recipient k where k.user_id = account.user_id and k.message_id = r.message_id);
    delete from todo t where t.user_id = other_account.user_id
      and exists (select from todo k where k.user_id = account.user_id and k.publication_id = t.publication_id);
    delete from class_teacher t where t.user_id = other_account.user_id
      and exists (select from class_teacher k where k.user_id = account.user_id and k.class_id = t.class_id and k.subject_id = t.subject_id);
    delete from role_member m where m.user_id = other_account.user_id
      and exists (
        select from role_member k where k.user_id = account.user_id and k.role_id = m.role_id and k.scope_campus_id is not distinct from m.scope_campus_id
          and k.scope_grade_id is not distinct from m.scope_grade_id and k.scope_class_id is not distinct from m.scope_class_id);
    delete from attendance_correction c where c.user_id = other_account.user_id and c.state = 'open'
      and exists (select from attendance_correction k where k.user_id = account.user_id and k.state = 'open' and k.date = c.date and k.direction = c.direction);
    delete from attendance_code c where c.user_id = other_account.user_id
      and exists (select from attendance_code k where k.user_id = account.user_id and k.kind = c.kind);
    -- Photos of both could make two people one at the gate: those of the one that stays are kept, and the consent with them.
    delete from face_photo p where p.user_id = other_account.user_id and exists (select from face_photo k where k.user_id = account.user_id);
    update face_consent c set withdrawn_at = now() where c.user_id = other_account.user_id and c.withdrawn_at is null
      and exists (select from face_consent k where k.user_id = account.user_id and k.withdrawn_at is null);
    delete from oauth_consent c where c.user_id = other_account.user_id
      and exists (select from oauth_consent k where k.user_id = account.user_id and k.client_id = c.client_id);
    delete from storage_upload u where u.owner_id = other_account.user_id;
    delete from login_ticket t where t.user_id = other_account.user_id;
    delete from handover h where h.user_id = other_account.user_id;
    delete from oauth_artifact a where a.user_id = other_account.user_id;
    delete from second_step_setup s where s.user_id = other_account.user_id;

    -- The methods of sign-in go together: those of two people would open one account.
    lost := case when 'signIn' = any (take) then account.user_id else other_account.user_id end;
    delete from credential c where c.user_id = lost;
    delete from passkey p where p.user_id = lost;
    delete from second_step s where s.user_id = lost;
    delete from second_step_setup s where s.user_id = lost;
    delete from recovery_code c where c.user_id = lost;
    delete from external_identity i where i.user_id = lost;
    delete from face_pin p where p.user_id = lost;
    delete from user_client c where c.user_id = lost;
    delete from login_device d where d.user_id = lost;
    delete from password_reset r where r.user_id = lost;

    select * into employee from staff_member m where m.user_id = account.user_id;
    select * into other_employee from staff_member m where m.user_id = other_account.user_id;
    if employee.user_id is not null then delete from staff_member m where m.user_id = other_account.user_id; end if;
    select * into keep_contact from account_contact c where c.user_id = account.user_id;
    select * into gone_contact from account_contact c where c.user_id = other_account.user_id;
    select c.phone into keep_phone from guardian_contact c where c.parent_id = account.user_id;
    select c.phone into gone_phone from guardian_contact c where c.parent_id = other_account.user_id;
    delete from account_contact c where c.user_id = any (array[account.user_id, other_account.user_id]);
    delete from guardian_contact c where c.parent_id = any (array[account.user_id, other_account.user_id]);
    delete from account_picture p where p.user_id = other_account.user_id and exists (select from account_picture k where k.user_id = account.user_id);
    delete from desktop_order d where d.user_id = other_account.user_id and exists (select from desktop_order k where k.user_id = account.user_id);
    delete from roster_view v where v.user_id = other_account.user_id and exists (select from roster_view k where k.user_id = account.user_id);

    -- Files come in a folder of their own, where no name is taken. In one statement: files and folders refer to each other with their owner.
    if exists (select from storage_folder f where f.owner_id = other_account.user_id) or exists (select from storage_file f where f.owner_id = other_account.user_id) then
      for n in 1..100 loop
        insert into storage_folder (unit_id, owner_id, name) values (unit, account.user_id, box_name || case when n = 1 then '' else ' (' || n || ')' end)
        on conflict do nothing returning folder_id into box;
        exit when box is not null;
      end loop;
      with folders as (
        update storage_folder f set owner_id = account.user_id, parent_id = case when f.parent_id is null and f.deleted_at is null then box else f.parent_id end
        where f.unit_id = unit and f.owner_id = other_account.user_id)
      update storage_file f set owner_id = account.user_id, folder_id = case when f.folder_id is null and f.deleted_at is null then box else f.folder_id end
      where f.unit_id = unit and f.owner_id = other_account.user_id;
    end if;
  end if;

  -- A previewed import that loses rows is compared again before it is applied, as after an erasure.
  with gone_rows as (
    delete from import_row r
    where r.unit_id = unit and (r.target_id = any (gone_ids) or r.owner_id = any (gone_ids))
    returning r.import_id)
  update import_run i set status = 'stale' where i.unit_id = unit and i.status = 'ready' and i.import_id in (select import_id from gone_rows);

  -- Everything that points to the one that goes, by the keys of the tables.
  for pair in
    select * from (values ('student'::regclass, 'student_id', gone_pupil, keep_pupil), ('user_account', 'user_id', gone_user, keep_user)) as p (target, key, gone, keep)
    where p.gone is not null and p.keep is not null
  loop
    for part in
      select c.conrelid::regclass as place, a.attname as name
      from pg_constraint c cross join lateral unnest(c.conkey, c.confkey) as k (attnum, refnum)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
      join pg_attribute r on r.attrelid = c.confrelid and r.attnum = k.refnum
      where c.contype = 'f' and c.confrelid = pair.target and r.attname = pair.key and c.conparentid = 0
        and not (pair.target = 'user_account'::regclass and c.conrelid = 'student'::regclass)
    loop
      execute format('update %s set %I = $1 where %I = $2', part.place, part.name, part.name) using pair.keep, pair.gone;
    end loop;
    -- And what names it without a key.
    delete from external_key k where k.unit_id = unit and k.row_id = pair.gone
      and exists (select from external_key o where o.unit_id = unit and o.row_id = pair.keep and o.source = k.source and o.kind = k.kind);
    update external_key k set row_id = pair.keep where k.unit_id = unit and k.row_id = pair.gone;
    update admin_event e set target_id = pair.keep::text where e.unit_id = unit and e.target_id = pair.gone::text;
    update admin_event e set changes = replace(e.changes::text, pair.gone::text, pair.keep::text)::jsonb
    where e.unit_id = unit and position(pair.gone::text in e.changes::text) > 0;
    update publication p
    set audience = jsonb_set(p.audience, '{userIds}', (
      select jsonb_agg(distinct case when i = pair.gone::text then pair.keep::text else i end) from jsonb_array_elements_text(p.audience -> 'userIds') i))
    where p.unit_id = unit and p.audience -> 'userIds' ? pair.gone::text;
    update import_schedule i set recipients = array(select distinct case when r = pair.gone then pair.keep else r end from unnest(i.recipients) r)
    where i.unit_id = unit and pair.gone = any (i.recipients);
    with changed as (
      update import_row r
      set candidates = replace(r.candidates::text, pair.gone::text, pair.keep::text)::jsonb, choice = replace(r.choice, pair.gone::text, pair.keep::text),
        wanted = replace(r.wanted::text, pair.gone::text, pair.keep::text)::jsonb, before = replace(r.before::text, pair.gone::text, pair.keep::text)::jsonb,
        after = replace(r.after::text, pair.gone::text, pair.keep::text)::jsonb
      where r.unit_id = unit
        and position(pair.gone::text in concat_ws(' ', r.candidates::text, r.choice, r.wanted::text, r.before::text, r.after::text)) > 0
      returning r.import_id)
    update import_run i set status = 'stale' where i.unit_id = unit and i.status = 'ready' and i.import_id in (select import_id from changed);
    -- A pupil who stays has a move of the year already.
    update year_turn t
    set undo = replace(jsonb_set(t.undo, '{pupils}', coalesce((
        select jsonb_agg(p) from jsonb_array_elements(t.undo -> 'pupils') p
        where p ->> 'studentId' <> pair.gone::text or not t.undo -> 'pupils' @> jsonb_build_array(jsonb_build_object('studentId', pair.keep))), '[]'))::text,
      pair.gone::text, pair.keep::text)::jsonb
    where t.unit_id = unit and position(pair.gone::text in t.undo::text) > 0;
  end loop;

  if other_account.user_id is not null and account.user_id is not null then
    update student s set user_id = null where s.student_id = other_pupil.student_id;
    delete from user_account a where a.unit_id = unit and a.user_id = other_account.user_id;
  end if;
  delete from student s where s.unit_id = unit and s.student_id = other_pupil.student_id;

  -- The values that stay, once their numbers and names are free.
  if pupil.student_id is not null then
    update student s
    set user_id = coalesce(account.user_id, other_account.user_id),
      student_number = case when 'number' = any (take) then other_pupil.student_number else pupil.student_number end,
      birthday = case when 'birthday' = any (take) then other_pupil.birthday else pupil.birthday end,
      sex = case when 'sex' = any (take) then other_pupil.sex else pupil.sex end,
      real_name = case when 'realName' = any (take) then other_pupil.real_name else pupil.real_name end,
      english_name = case when 'englishName' = any (take) then other_pupil.english_name else pupil.english_name end,
      class_id = case when 'place' = any (take) and other_pupil.class_id is not null then other_pupil.class_id else pupil.class_id end
    where s.student_id = pupil.student_id;
  end if;
  if account.user_id is null or other_account.user_id is null then
    update user_account a set real_name = s.real_name, english_name = s.english_name, sex = s.sex
    from student s where s.student_id = pupil.student_id and a.user_id = s.user_id;
    return moved;
  end if;
  update user_account a
  set login_name = case when 'signIn' = any (take) then other_account.login_name else account.login_name end,
    email = case when 'email' = any (take) then other_account.email else account.email end,
    sex = case when 'sex' = any (take) then coalesce(other_pupil.sex, other_account.sex) else coalesce(pupil.sex, account.sex) end,
    real_name = case when 'realName' = any (take) then coalesce(other_pupil.real_name, other_account.real_name) else coalesce(pupil.real_name, account.real_name) end,
    english_name = case when 'englishName' = any (take) then coalesce(other_pupil.english_name, other_account.english_name)
      else coalesce(pupil.english_name, account.english_name) end,
    parent_id = coalesce(account.parent_id, other_account.parent_id),
    status = case when pupil.student_id is null then account.status else greatest(account.status, other_account.status) end
  where a.user_id = account.user_id;
  if employee.user_id is not null and other_employee.user_id is not null then
    update staff_member m
    set staff_number = case when 'number' = any (take) then other_employee.staff_number else employee.staff_number end,
      english_name = case when 'englishName' = any (take) then other_employee.english_name else employee.english_name end,
      department_id = case when 'place' = any (take) then other_employee.department_id else employee.department_id end,
      position_title = case when 'position' = any (take) then other_employee.position_title else employee.position_title end,
      english_position_title = case when 'position' = any (take) then other_employee.english_position_title else employee.english_position_title end
    where m.user_id = account.user_id;
  end if;
  insert into account_contact (user_id, unit_id, phone, contact)
  select account.user_id, unit, c.phone, c.contact
  from (select case when 'phone' = any (take) then gone_contact.phone else keep_contact.phone end, coalesce(keep_contact.contact, gone_contact.contact)) c (phone, contact)
  where coalesce(c.phone, c.contact) is not null;
  insert into guardian_contact (parent_id, unit_id, phone)
  select account.user_id, unit, c.phone from (select case when 'phone' = any (take) then gone_phone else keep_phone end) c (phone) where c.phone is not null;
  -- Who recognises faces keeps an index of them, which an update of a photo does not reach by itself.
  perform pg_notify('portal_faces', json_build_object('unitId', unit, 'userId', u)::text) from unnest(array[account.user_id, other_account.user_id]) u;
  return moved;
end
$$;
-- The open classes to which a person may write: those that they teach, where the right is theirs in the whole unit, and those of the parts in which it is.
create or replace function portal_message_classes(person uuid) returns table (class_id uuid) language sql stable as $$
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
create or replace function portal_message_people(person uuid) returns table (user_id uuid) language sql stable as $$
  with own as materialized (select c.class_id from public.portal_message_classes(person) c)
  select s.user_id from public.student s where s.user_id is not null and s.class_id in (select own.class_id from own)
  union
  select g.parent_id from public.guardian g join public.student s using (student_id) where s.class_id in (select own.class_id from own)
$$;
-- A moment as the contract has it.
create or replace function portal_moment(at timestamptz) returns text language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
$$;
-- Tells third parties of the end of each session of an account that is closed.
create or replace function portal_note_account_end() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_end_oauth_sessions(s.session_id, s.unit_id, s.user_id) from session s where s.user_id = new.user_id and s.revoked_at is null;
  return null;
end
$$;
revoke execute on function portal_note_account_end() from portal_app;

create or replace trigger user_account_closed_elsewhere after update of status on user_account for each row
  when (old.status = 1 and new.status <> 1) execute function portal_note_account_end();
-- Its argument is a query over the rows of the statement: unit_id, kind, sourced_id, deleted, class_id, user_id, role.
create or replace function portal_note_roster() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- A unit that is being deleted takes its rows with it. Always in the same order, so that two transactions wait for each other once.
  execute format($q$
    insert into roster_change as r (unit_id, kind, sourced_id, deleted, class_id, user_id, role)
    select distinct on (q.unit_id, q.sourced_id) q.unit_id, q.kind, q.sourced_id, q.deleted, q.class_id, q.user_id, q.role
    from (%s) q (unit_id, kind, sourced_id, deleted, class_id, user_id, role)
    where exists (select from unit u where u.unit_id = q.unit_id)
    order by q.unit_id, q.sourced_id, q.deleted
    on conflict (unit_id, sourced_id) do update set changed_at = excluded.changed_at, deleted = excluded.deleted,
      class_id = coalesce(excluded.class_id, r.class_id), user_id = coalesce(excluded.user_id, r.user_id), role = coalesce(excluded.role, r.role)$q$,
    tg_argv[0]);
  return null;
end
$$;
revoke execute on function portal_note_roster() from portal_app;
-- Writes down when a second factor was proved.
create or replace function portal_note_second_factor() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.second_factor_at := now();
  return new;
end
$$;

create or replace trigger session_second_factor before insert or update of second_factor on session for each row
  when (new.second_factor) execute function portal_note_second_factor();
-- Tells third parties of the end of a session.
create or replace function portal_note_session_end() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_end_oauth_sessions(old.session_id, old.unit_id, old.user_id);
  return null;
end
$$;
revoke execute on function portal_note_session_end() from portal_app;

create or replace trigger session_ended_elsewhere after update of revoked_at on session for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function portal_note_session_end();

-- By cleanup, or with the account.
create or replace trigger session_deleted after delete on session for each row
  when (old.revoked_at is null) execute function portal_note_session_end();
-- As suspending, but to be kept: it stays so until the unit is brought back.
create or replace function portal_operator_archive(of_unit uuid) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  if not portal_operator_suspend(of_unit) then
    return false;
  end if;
  update unit u set archived_at = now() where u.unit_id = of_unit and u.archived_at is null;
  if found then
    perform portal_operator_tell(of_unit, 'operator.archive', '{}');
  end if;
  return true;
end
$$;
-- Puts a school below an office, or below none. Rights that it gave to another office end. False where one of them is not what it should be.
create or replace function portal_operator_area(of_unit uuid, office uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  if not exists (select from unit u where u.unit_id = of_unit and u.unit_type = '2')
    or office is not null and not exists (select from unit u where u.unit_id = office and u.unit_type = '1') then
    return false;
  end if;
  update unit u set area_id = office where u.unit_id = of_unit and u.area_id is distinct from office;
  if found then
    update area_access x set revoked_at = now() where x.unit_id = of_unit and x.revoked_at is null and x.ends_at > now();
    perform portal_operator_tell(of_unit, 'operator.saveArea', jsonb_build_object('office', (select u.name from unit u where u.unit_id = office)));
  end if;
  return true;
end
$$;
-- Takes back a suspension, an archiving or a deletion to come.
create or replace function portal_operator_bring_back(of_unit uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  update unit u set status = 1, suspended_at = null, archived_at = null, delete_after = null where u.unit_id = of_unit and u.status <> 1;
  if not found then
    return exists (select from unit u where u.unit_id = of_unit);
  end if;
  perform portal_operator_tell(of_unit, 'operator.bringBack', '{}');
  return true;
end
$$;
-- Suspends a unit, and has it deleted after some days.
create or replace function portal_operator_delete(of_unit uuid, days integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  if not portal_operator_suspend(of_unit) then
    return false;
  end if;
  update unit u set delete_after = now() + make_interval(days => days) where u.unit_id = of_unit and u.delete_after is null;
  if found then
    perform portal_operator_tell(of_unit, 'operator.delete', jsonb_build_object('days', days));
  end if;
  return true;
end
$$;
-- Begins an export. Null where there is no such unit, or where one is being written.
create or replace function portal_operator_export(of_unit uuid, files boolean) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  made uuid;
begin
  perform portal_require_operator();
  insert into unit_export (unit_id, with_files) select u.unit_id, files from unit u where u.unit_id = of_unit
  on conflict (unit_id) where state in ('waiting', 'writing') do nothing
  returning export_id into made;
  if made is not null then
    perform portal_operator_tell(of_unit, 'operator.export', jsonb_build_object('withFiles', files));
  end if;
  return made;
end
$$;
-- The bytes of an export that the session may download.
create or replace function portal_operator_export_file(of_export uuid, in_session uuid)
returns table (unit_id uuid, english_name text, sha256 text, size bigint, finished_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  perform portal_require_operator();
  return query
  select e.unit_id, u.english_name, e.sha256, e.size, e.finished_at from unit_export e join unit u on u.unit_id = e.unit_id
  where e.export_id = of_export and e.state = 'done' and e.expires_at > now() and e.opened_session = in_session and e.opened_until > now();
end
$$;
-- Lets a session of the operator download an export for some hours. The unit; null where the export is gone.
create or replace function portal_operator_export_open(of_export uuid, in_session uuid, hours integer) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  opened uuid;
begin
  perform portal_require_operator();
  update unit_export e set opened_session = in_session, opened_until = now() + make_interval(hours => hours)
  where e.export_id = of_export and e.state = 'done' and e.expires_at > now()
  returning e.unit_id into opened;
  if opened is not null then
    perform portal_operator_tell(opened, 'operator.exportOpen', '{}');
  end if;
  return opened;
end
$$;
-- The latest exports of a unit, newest first.
create or replace function portal_operator_exports(of_unit uuid) returns json language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  return coalesce((
    select json_agg(json_build_object('exportId', e.export_id, 'withFiles', e.with_files, 'state', e.state, 'progress', e.progress, 'code', e.code,
      'size', e.size, 'createdAt', portal_moment(e.created_at), 'finishedAt', portal_moment(e.finished_at), 'expiresAt', portal_moment(e.expires_at))
      order by e.created_at desc)
    from (select * from unit_export o where o.unit_id = of_unit order by o.created_at desc limit 5) e), '[]');
end
$$;
-- Units with their figures, without the operators' unit. Of one, or of all that fit.
create or replace function portal_operator_figures(of_unit uuid, search text, wanted text)
returns table (unit_id uuid, name text, english_name text, unit_type text, state text, delete_after timestamptz, archived_at timestamptz, created_at timestamptz,
  hosts text[], people bigint, people_limit integer, storage bigint, storage_limit bigint, last_activity timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  perform portal_require_operator();
  return query
  with found as (
    select u.*, case when u.delete_after is not null then 'deleting' when u.archived_at is not null then 'archived'
        when u.status <> 1 then 'suspended' else 'active' end as state,
      array(select h.host from unit_host h where h.unit_id = u.unit_id order by h.is_main desc, h.host) as hosts
    from unit u where u.unit_type <> '0' and (of_unit is null or u.unit_id = of_unit))
  select f.unit_id, f.name, f.english_name, f.unit_type, f.state, f.delete_after, f.archived_at, f.created_at, f.hosts, coalesce(p.people, 0), f.people_limit,
    portal_unit_storage(f.unit_id), f.storage_limit, s.at
  from found f
  left join (select a.unit_id, count(*) as people from user_account a where a.status = 1 group by a.unit_id) p on p.unit_id = f.unit_id
  left join (select o.unit_id, max(o.last_used_at) as at from session o group by o.unit_id) s on s.unit_id = f.unit_id
  where (wanted is null or f.state = wanted)
    and (search = '' or position(search in lower(f.name)) > 0 or position(search in lower(f.english_name)) > 0
      or position(search in array_to_string(f.hosts, ' ')) > 0);
end
$$;
-- How the installation is: figures that no unit sees, and how many browsers poll because streams are held back on their way (they report it every five minutes).
create or replace function portal_operator_health() returns json language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  return json_build_object(
    'database', json_build_object('bytes', pg_database_size(current_database()), 'version', current_setting('server_version'),
      'connections', (select count(*) from pg_stat_activity where datname = current_database()),
      'connectionsMax', current_setting('max_connections')::int),
    'storage', json_build_object('bytes', coalesce((select sum(portal_unit_storage(u.unit_id)) from unit u), 0),
      'files', (select count(*) from storage_object), 'uploads', (select count(*) from storage_upload)),
    'mail', json_build_object('waiting', (select count(*) from outgoing_mail m where m.failed_at is null),
      'failed', (select count(*) from outgoing_mail m where m.failed_at is not null)),
    'jobs', json_build_object(
      'waiting', (select count(*) from portal_jobs.job j where j.state in ('created', 'retry') and j.name <> 'scheduled'),
      'running', (select count(*) from portal_jobs.job j where j.state = 'active'),
      'failed', coalesce((
        select json_agg(json_build_object('id', f.id, 'name', f.name, 'job', f.job, 'failedAt', portal_moment(f.completed_on), 'code', f.code)
          order by f.completed_on desc)
        from (
          select j.id, j.name, coalesce(j.data ->> 'job', j.name) as job, j.completed_on, coalesce(j.output ->> 'code', '') as code
          from portal_jobs.job j where j.state = 'failed' and j.name <> 'dead-letters' order by j.completed_on desc limit 50) f), '[]')),
    'live', json_build_object('held', (
      select count(*) from session s where s.stream_held_at > now() - interval '10 minutes' and s.revoked_at is null)));
end
$$;
-- Gives a unit these addresses alone, the main one first. Returns those that belong to another unit; then nothing is changed.
create or replace function portal_operator_hosts(of_unit uuid, hosts text[]) returns text[]
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  taken text[];
begin
  perform portal_require_operator();
  -- Two changes at once must not both find an address free.
  lock table unit_host in share row exclusive mode;
  taken := array(select h.host from unit_host h where h.host = any (hosts) and h.unit_id <> of_unit);
  if cardinality(taken) > 0 then
    return taken;
  end if;
  delete from unit_host h where h.unit_id = of_unit and h.host <> all (hosts);
  update unit_host h set is_main = false where h.unit_id = of_unit and h.is_main;
  insert into unit_host (host, unit_id, is_main)
  select given.host, of_unit, given.place = 1 from unnest(hosts) with ordinality as given (host, place)
  on conflict (host) do update set is_main = excluded.is_main;
  perform portal_operator_tell(of_unit, 'operator.saveHosts', jsonb_build_object('hosts', hosts));
  return '{}';
end
$$;
-- Takes back a deletion to come; the unit stays suspended.
create or replace function portal_operator_keep(of_unit uuid) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  update unit u set delete_after = null where u.unit_id = of_unit and u.delete_after is not null;
  if found then
    perform portal_operator_tell(of_unit, 'operator.keep', '{}');
  end if;
  return exists (select from unit u where u.unit_id = of_unit);
end
$$;
-- A module's licence, to the end of a day in the unit's time zone; without a day it is taken away.
create or replace function portal_operator_licence(of_unit uuid, service text, label text, english_label text, ends_on date) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  if not exists (select from unit u where u.unit_id = of_unit) then
    return false;
  end if;
  if ends_on is null then
    delete from licence l where l.unit_id = of_unit and l.server_id = service;
  else
    insert into licence as l (unit_id, server_id, name, english_name, ends_at)
    values (of_unit, service, label, english_label,
      (ends_on + 1)::timestamp at time zone portal_operator_zone(of_unit) - interval '1 second')
    on conflict (unit_id, server_id) do update set name = excluded.name, english_name = excluded.english_name, ends_at = excluded.ends_at;
  end if;
  perform portal_operator_tell(of_unit, 'operator.saveLicence', jsonb_build_object('serverId', service, 'endsOn', ends_on));
  return true;
end
$$;
-- What is there already stays, whatever the limit: it only keeps from adding more.
create or replace function portal_operator_limits(of_unit uuid, people integer, bytes bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  update unit u set people_limit = people, storage_limit = bytes
  where u.unit_id = of_unit and (u.people_limit is distinct from people or u.storage_limit is distinct from bytes);
  if found then
    perform portal_operator_tell(of_unit, 'operator.saveLimits', jsonb_build_object('peopleLimit', people, 'storageLimit', bytes));
  end if;
  return exists (select from unit u where u.unit_id = of_unit);
end
$$;
-- Tries a job again that no attempt was left of. False when it is not there any more.
create or replace function portal_operator_retry(job_id uuid) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  queue text;
begin
  perform portal_require_operator();
  update portal_jobs.job j set state = 'retry', retry_limit = j.retry_count + 1, start_after = now(), completed_on = null, output = null
  where j.id = job_id and j.state = 'failed' and j.name <> 'dead-letters'
  returning j.name into queue;
  if queue is null then
    return false;
  end if;
  perform pg_notify('portal_jobs', queue);
  return true;
end
$$;
-- Whoever is signed in is signed out at once, third parties lose their tokens.
create or replace function portal_operator_suspend(of_unit uuid) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  update unit u set status = 0, suspended_at = now() where u.unit_id = of_unit and u.status = 1;
  if not found then
    return exists (select from unit u where u.unit_id = of_unit);
  end if;
  update session s set revoked_at = now() where s.unit_id = of_unit and s.revoked_at is null;
  delete from oauth_artifact o where o.unit_id = of_unit;
  perform portal_operator_tell(of_unit, 'operator.suspend', '{}');
  return true;
end
$$;
-- Changes return whether there is such a unit. Each is told to the unit's administrators by an event of their trail.
create or replace function portal_operator_tell(of_unit uuid, action text, changes jsonb) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into admin_event (unit_id, kind, action, changes, address, user_agent)
  select of_unit, 'command', action, changes, '', '' where of_unit <> portal_unit_id()
$$;
revoke execute on function portal_operator_tell(uuid, text, jsonb) from portal_app;
-- What the page of one unit shows besides: its office, and the schools of an office.
create or replace function portal_operator_unit(of_unit uuid) returns json language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  return json_build_object(
    'peopleByType', (
      select json_build_object('1', count(*) filter (where a.user_type = 1), '2', count(*) filter (where a.user_type = 2),
        '3', count(*) filter (where a.user_type = 3), '4', count(*) filter (where a.user_type = 4))
      from user_account a where a.unit_id = of_unit and a.status = 1),
    'usedLately', (
      select count(distinct s.user_id) from session s where s.unit_id = of_unit and s.last_used_at > now() - interval '30 days'),
    'areaId', (select u.area_id from unit u where u.unit_id = of_unit),
    'areas', coalesce((
      select json_agg(json_build_object('unitId', u.unit_id, 'name', u.name, 'englishName', u.english_name) order by u.name)
      from unit u where u.unit_type = '1' and u.unit_id <> of_unit), '[]'),
    'schools', coalesce((
      select json_agg(json_build_object('unitId', u.unit_id, 'name', u.name, 'englishName', u.english_name) order by u.name)
      from unit u where u.area_id = of_unit), '[]'),
    'licences', coalesce((
      select json_agg(json_build_object('serverId', l.server_id, 'name', l.name, 'englishName', l.english_name,
        'endsOn', to_char(l.ends_at at time zone portal_operator_zone(of_unit), 'YYYY-MM-DD'), 'expired', l.ends_at <= now()) order by l.server_id)
      from licence l where l.unit_id = of_unit), '[]'));
end
$$;
-- The time zone of a unit.
create or replace function portal_operator_zone(of_unit uuid) returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select s.time_zone from attendance_settings s where s.unit_id = of_unit), 'Asia/Shanghai')
$$;
revoke execute on function portal_operator_zone(uuid) from portal_app;
-- The operators' unit, which is made when it is asked for first. Its host is one that no request names: the server calls it for calls to the operators' address.
create or replace function portal_operators_unit() returns uuid language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  of_unit uuid;
begin
  select u.unit_id into of_unit from unit u where u.unit_type = '0';
  if found then
    return of_unit;
  end if;
  insert into unit (name, english_name, unit_type) values ('平台运维', 'Portal operators', '0') returning unit_id into of_unit;
  insert into unit_host (host, unit_id, is_main) values ('<operators>', of_unit, true);
  insert into licence (unit_id, server_id, name, english_name, ends_at)
  values (of_unit, 'base', '基础平台', 'Portal', '2099-12-31T15:59:59Z');
  insert into application (unit_id, code, name, english_name, short_name, english_short_name, group_code, icon_path, front_user_types)
  values (of_unit, 'administration', '管理中心', 'Administration', '管理中心', 'Admin', 'ZDYYYFL-XZBG', '/icons/apps/administration.svg', '{4}');
  insert into permission (unit_id, code, name, parent_code, position)
  values (of_unit, 'administration', '管理中心', null, 0), (of_unit, 'base', '基础管理', null, 1), (of_unit, 'base_unit', '单位设置', 'base', 2),
    (of_unit, 'operator', '平台运维', null, 3);
  -- All who are in it are operators.
  insert into permission_grant (unit_id, code, user_type)
  select p.unit_id, p.code, 4 from permission p where p.unit_id = of_unit;
  return of_unit;
end
$$;
revoke execute on function portal_operators_unit() from portal_app;
-- The education office of the transaction's unit.
create or replace function portal_own_area() returns table (unit_id uuid, name text, english_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.unit_id, o.name, o.english_name from unit u join unit o on o.unit_id = u.area_id where u.unit_id = portal_unit_id()
$$;
-- The links of the transaction's person, the oldest first.
create or replace function portal_own_links()
returns table (link_id uuid, user_id uuid, person json, name text, english_name text, host text, linked_at timestamptz, problem text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.link_id, a.user_id, json_build_object('realName', a.real_name, 'englishName', coalesce(a.english_name, '')), u.name, u.english_name,
    (select h.host from unit_host h where h.unit_id = u.unit_id order by h.is_main desc, h.host limit 1), l.linked_at,
    portal_link_problem(l.user_id, a.user_id, u.status)
  from account_link l
  join user_account a on a.user_id = l.other_user_id and a.unit_id = l.other_unit_id
  join unit u on u.unit_id = l.other_unit_id
  where l.unit_id = portal_unit_id() and l.user_id = portal_user_id()
  order by l.linked_at, l.link_id
$$;
-- The pupils of whom the transaction's person sees hand-ins: the pupil itself, or the parent's children.
create or replace function portal_own_students() returns table (student_id uuid, class_id uuid, is_self boolean) language sql stable as $$
  select s.student_id, s.class_id, true from public.student s where s.user_id = public.portal_user_id()
  union all
  select s.student_id, s.class_id, false from public.guardian g join public.student s using (student_id) where g.parent_id = public.portal_user_id()
$$;
-- How many open accounts the transaction's unit has.
create or replace function portal_people_count() returns bigint language sql stable
return (select count(*) from user_account a where a.unit_id = portal_unit_id() and a.status = 1);
-- How much each person of this type may use.
create or replace function portal_person_quota(of unit, user_type smallint) returns bigint language sql immutable parallel safe
return case user_type when 1 then (of).student_quota when 2 then (of).teacher_quota when 3 then (of).parent_quota else (of).staff_quota end;
-- What a person uses: their files with their versions, in the bin too, and what they have begun to upload.
create or replace function portal_person_storage(unit uuid, person uuid) returns bigint language sql stable
return coalesce((select sum(f.size) from storage_file f where f.unit_id = unit and f.owner_id = person), 0)
  + coalesce((select sum(v.size) from storage_file_version v where v.unit_id = unit and v.owner_id = person), 0)
  + coalesce((select sum(u.size) from storage_upload u where u.unit_id = unit and u.owner_id = person), 0);
-- The seconds that `portal_count_rate` would return, without counting.
create or replace function portal_rate_wait(rate_key bytea, seconds float8, burst integer) returns float8 language sql stable
return coalesce((
  select greatest(0, extract(epoch from r.spent_until - clock_timestamp()) - seconds * (burst - 1))
  from rate_limit r where r.unit_id = portal_unit_id() and r.key = rate_key), 0);
-- Whether rows of other people are to be read: by the unit's own jobs, and by those who export a person's data.
create or replace function portal_reads_all_people() returns boolean language sql stable as $$
  select public.portal_user_id() is null or exists (
    select from public.user_account a
    where a.user_id = public.portal_user_id() and public.portal_holds(a.unit_id, a.user_id, a.user_type, 'base_people', false))
$$;
-- Links the transaction's person with the account that made the code, for codes of this purpose. The code is used up then. `outcome`: 'linked' with the other
-- account, or why not.
create or replace function portal_redeem_link_code(hash bytea, most integer, from_address text, agent text)
returns table (outcome text, unit_id uuid, user_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  given account_link_code;
  made uuid := portal_new_id();
begin
  select c.* into given from account_link_code c
  join user_account a on a.user_id = c.user_id and a.status = 1 and a.user_type = 3
  join unit u on u.unit_id = c.unit_id and u.status = 1
  where c.code_hash = hash and c.purpose = 'school' and c.expires_at > now() for update of c;
  if not found or not exists (
    select from user_account a
    where a.user_id = portal_user_id() and a.unit_id = portal_unit_id() and a.status = 1 and a.user_type = 3) then
    return query select 'code_invalid', null::uuid, null::uuid;
    return;
  end if;
  if given.unit_id = portal_unit_id() then
    return query select 'own_school', null::uuid, null::uuid;
    return;
  end if;
  -- In one order, so that two at once neither wait for each other nor pass the limit.
  perform pg_advisory_xact_lock(hashtextextended('links of ' || least(given.user_id, portal_user_id()), 0));
  perform pg_advisory_xact_lock(hashtextextended('links of ' || greatest(given.user_id, portal_user_id()), 0));
  if exists (select from account_link l where l.user_id = portal_user_id() and l.other_user_id = given.user_id) then
    return query select 'already', null::uuid, null::uuid;
    return;
  end if;
  if exists (
    select from account_link l where l.user_id in (given.user_id, portal_user_id()) group by l.user_id having count(*) >= most) then
    return query select 'limit', null::uuid, null::uuid;
    return;
  end if;
  delete from account_link_code c where c.user_id = given.user_id;
  insert into account_link (link_id, unit_id, user_id, other_unit_id, other_user_id)
  values (made, portal_unit_id(), portal_user_id(), given.unit_id, given.user_id),
    (made, given.unit_id, given.user_id, portal_unit_id(), portal_user_id());
  insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
  values (portal_unit_id(), portal_user_id(), 'account-linked', from_address, agent), (given.unit_id, given.user_id, 'account-linked', '', '');
  return query select 'linked', given.unit_id, given.user_id;
end
$$;
-- Ends one link of the transaction's person. Returns the other account; no row without such a link.
create or replace function portal_remove_link(of_link uuid, from_address text, agent text) returns table (unit_id uuid, user_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select l.other_unit_id, l.other_user_id from account_link l
  where l.link_id = of_link and l.unit_id = portal_unit_id() and l.user_id = portal_user_id() for update;
  if found then
    perform portal_delete_links(array[of_link], from_address, agent);
  end if;
end
$$;
-- Throws unless the transaction's person is an operator.
create or replace function portal_require_operator() returns void language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if not portal_is_operator() then
    raise exception 'only the operator may do this' using errcode = 'insufficient_privilege';
  end if;
end
$$;
-- Takes back what was counted `times` times under each key, in the order in which the keys were counted, so that two never wait for each other.
create or replace function portal_return_rates(rate_keys bytea[], times integer) returns void language plpgsql as $$
begin
  for i in 1 .. cardinality(rate_keys) loop
    update rate_limit r set spent_until = r.spent_until - r.pace * times where r.unit_id = portal_unit_id() and r.key = rate_keys[i];
  end loop;
end
$$;
-- The roles of a person.
create or replace function portal_roles(of_user uuid) returns setof uuid language sql stable as $$
  select held.role_id from public.portal_held_roles(of_user) as held
$$;
-- The classes in which a person holds a code; null: all of the unit. Empty without the code.
create or replace function portal_scope(of_unit uuid, of_user uuid, of_type smallint, wanted text) returns uuid[]
language plpgsql stable as $$
begin
  if public.portal_holds(of_unit, of_user, of_type, wanted, false) then
    return null;
  end if;
  return array(
    select c.class_id from public.class_group c
    where c.unit_id = of_unit and exists (
      select from public.portal_held_roles(of_user) as held join public.permission_grant g on g.role_id = held.role_id
      where g.unit_id = of_unit and g.code in (wanted, regexp_replace(wanted, '_', '_area_'))
        and (c.campus_id = held.scope_campus_id or c.grade_id = held.scope_grade_id or c.class_id = held.scope_class_id)));
end
$$;
-- Whether a person may see what was sent to them about a pupil. A parent no longer, once the school has taken the child off the account.
create or replace function portal_sees_about(person uuid, pupil uuid) returns boolean language sql stable as $$
  select pupil is null
    or exists (select from public.guardian g where g.parent_id = person and g.student_id = pupil)
    or not exists (select from public.user_account a where a.user_id = person and a.user_type = 3)
$$;
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
-- By which identifiers a share reaches the transaction's person: the account, the open classes and their grades, the department, and roles. A class is its pupils,
-- its teachers, and the pupils' parents, who only see.
create or replace function portal_share_keys() returns table (receiver_id uuid, may_edit boolean) language sql stable as $$
  with classes as (
    select s.class_id, true as may_edit from public.student s where s.user_id = public.portal_user_id() and s.class_id is not null
    union all
    select s.class_id, false from public.guardian g join public.student s using (student_id) where g.parent_id = public.portal_user_id() and s.class_id is not null
    union all
    select c.class_id, true from public.class_group c where c.head_teacher_id = public.portal_user_id()
    union all
    select t.class_id, true from public.class_teacher t where t.user_id = public.portal_user_id())
  select keys.receiver_id, bool_or(keys.may_edit) from (
    select public.portal_user_id() as receiver_id, true as may_edit
    union all
    select either.id, classes.may_edit
    from classes join public.class_group c using (class_id) cross join lateral (values (c.class_id), (c.grade_id)) as either (id)
    where c.closed_on is null
    union all
    select e.department_id, true from public.staff_member e where e.user_id = public.portal_user_id() and e.department_id is not null
    union all
    select held.role_id, true from public.portal_held_roles(public.portal_user_id()) held) keys
  where keys.receiver_id is not null
  group by keys.receiver_id
$$;
-- The identifiers of `portal_share_keys`, all of them or only those by which a share to edit lets edit. plpgsql, because a connection keeps its plans: the policy is a
-- part of every statement on shares, and planning the look-ups took longer than running them.
create or replace function portal_share_receivers(to_edit boolean) returns uuid[] language plpgsql stable as $$
begin
  return array(select k.receiver_id from public.portal_share_keys() k where k.may_edit or not to_edit);
end
$$;
-- What shares give the transaction's person of another's file or folder, by itself or by a folder above; no row without one. `top`: the uppermost entry that is
-- shared with the person. `edit_above`: a folder above may be changed, and so what lies in it be removed. The only way to entries of others. plpgsql, because a
-- connection keeps its plans: planning takes longer than running it.
create or replace function portal_shared_entry(entry uuid) returns table (owner_id uuid, is_folder boolean, may_edit boolean, edit_above boolean, top uuid)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query
  with recursive chain as (
    select begun.* from (
      select f.owner_id, f.folder_id as id, f.parent_id as above, true as is_folder, 0 as height from public.storage_folder f where f.folder_id = entry
      union all
      select f.owner_id, f.file_id, f.folder_id, false, 0 from public.storage_file f where f.file_id = entry) begun
    union all
    select p.owner_id, p.folder_id, p.parent_id, chain.is_folder, chain.height + 1
    from chain join public.storage_folder p on p.folder_id = chain.above)
  select c.owner_id, bool_or(c.is_folder), bool_or(s.may_edit and k.may_edit), bool_or(s.may_edit and k.may_edit and c.height > 0),
    (array_agg(c.id order by c.height desc))[1]
  from chain c join public.storage_share s on s.entry_id = c.id and s.owner_id = c.owner_id
    join public.portal_share_keys() k on k.receiver_id = s.receiver_id
  where c.owner_id <> public.portal_user_id() and (s.expires_at is null or s.expires_at > now())
  group by c.owner_id;
end
$$;
-- Whether an account is open and holds a code in the whole unit.
create or replace function portal_still_holds(person uuid, wanted text) returns boolean language sql stable as $$
  select exists (
    select from public.user_account a
    where a.user_id = person and a.status = 1 and public.portal_holds(a.unit_id, a.user_id, a.user_type, wanted, false))
$$;
-- Why a person cannot have this much more, for themselves and of their unit: 'person', 'unit', or null when they can. The unit's limit is the smaller of its own
-- and the operator's. With `hold`, nobody else gets the same room until the transaction ends; it is then to be the last thing that the transaction waits for.
-- First the person, then the unit: whoever holds both never waits in a circle.
create or replace function portal_storage_refusal(person_more bigint, unit_more bigint, hold boolean, person uuid default portal_user_id()) returns text language plpgsql as $$
declare
  unit_row unit;
  unit_quota bigint;
  person_quota bigint;
begin
  select u.* into strict unit_row from unit u where u.unit_id = portal_unit_id();
  unit_quota := least(unit_row.storage_quota, unit_row.storage_limit);
  select portal_person_quota(unit_row, a.user_type) into strict person_quota from user_account a where a.user_id = person;
  if person_quota is not null then
    if hold then perform pg_advisory_xact_lock(hashtextextended('storage room of ' || person, 0)); end if;
    -- A statement after the lock: it sees what the transaction that held it has left.
    if portal_person_storage(unit_row.unit_id, person) + person_more > person_quota then return 'person'; end if;
  end if;
  if unit_quota is not null then
    if hold then perform pg_advisory_xact_lock(hashtextextended('storage room of ' || unit_row.unit_id, 0)); end if;
    if portal_unit_storage(unit_row.unit_id) + unit_more > unit_quota then return 'unit'; end if;
  end if;
  return null;
end
$$;
-- Takes the code by which the transaction's person, a teacher, is linked with a parent account of the unit. Returns that account; no row for a code that is not good.
create or replace function portal_take_teacher_code(hash bytea) returns table (user_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from account_link_code c using user_account a
  where c.code_hash = hash and c.purpose = 'teacher' and c.unit_id = portal_unit_id() and c.expires_at > now()
    and a.user_id = c.user_id and a.unit_id = c.unit_id and a.status = 1 and a.user_type = 3
  returning c.user_id
$$;
-- The open classes of which the transaction's person is the head, or which the person teaches.
create or replace function portal_taught_classes() returns setof uuid language sql stable as $$
  select t.class_id from public.portal_taught_classes(public.portal_user_id()) t
$$;
-- The open classes that a person teaches, as their head or in a subject.
create or replace function portal_taught_classes(person uuid) returns table (class_id uuid) language sql stable as $$
  select c.class_id from public.class_group c where c.head_teacher_id = person and c.closed_on is null
  union
  select t.class_id from public.class_teacher t join public.class_group c using (class_id) where t.user_id = person and c.closed_on is null
$$;
-- The theme that the transaction's person sees, and its colour; both null where nobody chose any.
create or replace function portal_theme(out theme text, out theme_color text)
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
-- As portal_note_roster, for what belongs to a record, of which it does not say whether it exists: unit_id, kind, sourced_id.
create or replace function portal_touch_roster() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format($q$
    insert into roster_change as r (unit_id, kind, sourced_id)
    select distinct q.unit_id, q.kind, q.sourced_id
    from (%s) q (unit_id, kind, sourced_id)
    where exists (select from unit u where u.unit_id = q.unit_id)
    order by q.unit_id, q.sourced_id
    on conflict (unit_id, sourced_id) do update set changed_at = excluded.changed_at$q$,
    tg_argv[0]);
  return null;
end
$$;
revoke execute on function portal_touch_roster() from portal_app;
-- What a unit uses: bytes that several files show count once, and what everybody has begun to upload.
create or replace function portal_unit_storage(unit uuid) returns bigint language sql stable
return coalesce((select u.bytes from storage_use u where u.unit_id = unit), 0)
  + coalesce((select sum(u.size) from storage_upload u where u.unit_id = unit), 0);
-- What changes a record of OneRoster: the table, the event and the query over the changed rows that names the records. `noted`: the query says of each record
-- whether it was deleted (portal_note_roster); otherwise it names records to which the changed rows belong (portal_touch_roster).
-- By statement, because imports write 50,000 rows at once.
do $do$
declare
  watch record;
begin
  for watch in
    select * from (values
      -- Pupils, and what class they are in.
      ('student', 'insert', true, $$
  select unit_id, 'user', student_id::text, false, null::uuid, null::uuid, 'student' from new_rows
  union all select unit_id, 'enrollment', 'in-' || student_id, false, class_id, student_id, 'student' from new_rows where class_id is not null$$),
      ('student', 'update', true, $$
  select n.unit_id, 'user', n.student_id::text, false, null::uuid, null::uuid, 'student'
  from new_rows n join old_rows o on o.student_id = n.student_id
  where (n.user_id, n.class_id, n.student_number, n.real_name, n.english_name, n.sex, n.birthday)
    is distinct from (o.user_id, o.class_id, o.student_number, o.real_name, o.english_name, o.sex, o.birthday)
  union all
  select n.unit_id, 'enrollment', 'in-' || n.student_id, false, coalesce(n.class_id, o.class_id), n.student_id, 'student'
  from new_rows n join old_rows o on o.student_id = n.student_id where n.class_id is distinct from o.class_id$$),
      ('student', 'delete', true, $$
  select unit_id, 'user', student_id::text, true, null::uuid, null::uuid, 'student' from old_rows
  union all select unit_id, 'enrollment', 'in-' || student_id, true, class_id, student_id, 'student' from old_rows$$),
      -- Everybody else is an account; a pupil's account belongs to the pupil.
      ('user_account', 'insert', true, $$
  select unit_id, 'user', user_id::text, false, null::uuid, null::uuid, null::text from new_rows where user_type <> 1$$),
      ('user_account', 'update', true, $$
  select n.unit_id, 'user', coalesce(s.student_id, n.user_id)::text, false, null::uuid, null::uuid, null::text
  from new_rows n join old_rows o on o.user_id = n.user_id left join student s on s.user_id = n.user_id
  where (n.login_name, n.real_name, n.english_name, n.user_type, n.sex, n.status, n.email)
    is distinct from (o.login_name, o.real_name, o.english_name, o.user_type, o.sex, o.status, o.email)
    and (n.user_type <> 1 or s.student_id is not null)$$),
      ('user_account', 'delete', true, $$
  select unit_id, 'user', user_id::text, true, null::uuid, null::uuid, case user_type when 2 then 'teacher' when 3 then 'guardian' else 'aide' end
  from old_rows where user_type <> 1$$),
      ('class_group', 'insert', true, $$
  select unit_id, 'class', class_id::text, false, null::uuid, null::uuid, null::text from new_rows
  union all select unit_id, 'enrollment', 'head-' || class_id, false, class_id, head_teacher_id, 'teacher' from new_rows where head_teacher_id is not null$$),
      ('class_group', 'update', true, $$
  select n.unit_id, 'class', n.class_id::text, false, null::uuid, null::uuid, null::text
  from new_rows n join old_rows o on o.class_id = n.class_id
  where (n.name, n.english_name, n.grade_id, n.campus_id, n.closed_on) is distinct from (o.name, o.english_name, o.grade_id, o.campus_id, o.closed_on)
  union all
  select n.unit_id, 'enrollment', 'head-' || n.class_id, false, n.class_id, coalesce(n.head_teacher_id, o.head_teacher_id), 'teacher'
  from new_rows n join old_rows o on o.class_id = n.class_id
  where n.head_teacher_id is distinct from o.head_teacher_id
    or n.closed_on is distinct from o.closed_on and coalesce(n.head_teacher_id, o.head_teacher_id) is not null
  union all
  -- Who teaches a subject is no longer listed so while they are the head teacher, or once the class is closed.
  select n.unit_id, 'enrollment', 'teach-' || n.class_id || '-' || t.user_id, false, n.class_id, t.user_id, 'teacher'
  from new_rows n join old_rows o on o.class_id = n.class_id join class_teacher t on t.class_id = n.class_id
  where n.closed_on is distinct from o.closed_on
    or n.head_teacher_id is distinct from o.head_teacher_id and t.user_id in (n.head_teacher_id, o.head_teacher_id)$$),
      ('class_group', 'delete', true, $$
  select unit_id, 'class', class_id::text, true, null::uuid, null::uuid, null::text from old_rows
  union all select unit_id, 'enrollment', 'head-' || class_id, true, class_id, head_teacher_id, 'teacher' from old_rows where head_teacher_id is not null$$),
      ('class_teacher', 'insert', true, $$
  select unit_id, 'enrollment', 'teach-' || class_id || '-' || user_id, false, class_id, user_id, 'teacher' from new_rows$$),
      ('class_teacher', 'update', true, $$
  select unit_id, 'enrollment', 'teach-' || class_id || '-' || user_id, false, class_id, user_id, 'teacher' from new_rows
  union all
  select unit_id, 'enrollment', 'teach-' || class_id || '-' || user_id,
    not exists (select from class_teacher t where t.class_id = o.class_id and t.user_id = o.user_id), class_id, user_id, 'teacher' from old_rows o$$),
      ('class_teacher', 'delete', true, $$
  select unit_id, 'enrollment', 'teach-' || class_id || '-' || user_id,
    not exists (select from class_teacher t where t.class_id = o.class_id and t.user_id = o.user_id), class_id, user_id, 'teacher' from old_rows o$$),
      ('school_year', 'insert', true, $$
  select unit_id, 'session', year_id::text, false, null::uuid, null::uuid, 'schoolYear' from new_rows$$),
      ('school_year', 'update', true, $$
  select unit_id, 'session', year_id::text, false, null::uuid, null::uuid, 'schoolYear' from new_rows$$),
      ('school_year', 'delete', true, $$
  select unit_id, 'session', year_id::text, true, null::uuid, null::uuid, 'schoolYear' from old_rows$$),
      ('term', 'insert', true, $$
  select unit_id, 'session', term_id::text, false, null::uuid, null::uuid, 'term' from new_rows$$),
      ('term', 'update', true, $$
  select unit_id, 'session', term_id::text, false, null::uuid, null::uuid, 'term' from new_rows$$),
      ('term', 'delete', true, $$
  select unit_id, 'session', term_id::text, true, null::uuid, null::uuid, 'term' from old_rows$$),
      ('grading_period', 'insert', true, $$select unit_id, 'session', period_id::text, false, null::uuid, null::uuid, 'gradingPeriod' from new_rows$$),
      ('grading_period', 'update', true, $$select unit_id, 'session', period_id::text, false, null::uuid, null::uuid, 'gradingPeriod' from new_rows$$),
      ('grading_period', 'delete', true, $$select unit_id, 'session', period_id::text, true, null::uuid, null::uuid, 'gradingPeriod' from old_rows$$),
      -- What stands in the record of a person or a class.
      ('staff_member', 'insert', false, $$ select unit_id, 'user', user_id::text from new_rows$$),
      ('staff_member', 'update', false, $$
  select n.unit_id, 'user', n.user_id::text from new_rows n join old_rows o on o.user_id = n.user_id
  where (n.staff_number, n.department_id, n.position_title) is distinct from (o.staff_number, o.department_id, o.position_title)$$),
      ('staff_member', 'delete', false, $$ select unit_id, 'user', user_id::text from old_rows$$),
      ('guardian', 'insert', false, $$
  select unit_id, 'user', student_id::text from new_rows union select unit_id, 'user', parent_id::text from new_rows$$),
      -- Not when a parent chooses one of their children.
      ('guardian', 'update', false, $$
  select n.unit_id, 'user', unnest(array[n.student_id, n.parent_id])::text
  from new_rows n left join old_rows o on o.student_id = n.student_id and o.parent_id = n.parent_id
  where o.unit_id is null or n.relation is distinct from o.relation
  union
  select o.unit_id, 'user', unnest(array[o.student_id, o.parent_id])::text
  from old_rows o left join new_rows n on o.student_id = n.student_id and o.parent_id = n.parent_id where n.unit_id is null$$),
      ('guardian', 'delete', false, $$
  select unit_id, 'user', student_id::text from old_rows union select unit_id, 'user', parent_id::text from old_rows$$),
      ('guardian_contact', 'insert', false, $$ select unit_id, 'user', parent_id::text from new_rows$$),
      ('guardian_contact', 'update', false, $$
  select n.unit_id, 'user', n.parent_id::text from new_rows n join old_rows o on o.parent_id = n.parent_id where n.phone <> o.phone$$),
      ('guardian_contact', 'delete', false, $$ select unit_id, 'user', parent_id::text from old_rows$$),
      ('account_contact', 'insert', false, $$
  select n.unit_id, 'user', coalesce(s.student_id, n.user_id)::text from new_rows n left join student s on s.user_id = n.user_id$$),
      ('account_contact', 'update', false, $$
  select n.unit_id, 'user', coalesce(s.student_id, n.user_id)::text
  from new_rows n join old_rows o on o.user_id = n.user_id left join student s on s.user_id = n.user_id where n.phone is distinct from o.phone$$),
      ('account_contact', 'delete', false, $$
  select o.unit_id, 'user', coalesce(s.student_id, o.user_id)::text from old_rows o left join student s on s.user_id = o.user_id$$),
      ('grade', 'update', false, $$
  select c.unit_id, 'class', c.class_id::text
  from new_rows n join old_rows o on o.grade_id = n.grade_id and o.name <> n.name join class_group c on c.grade_id = n.grade_id
  union all
  select s.unit_id, 'user', s.student_id::text
  from new_rows n join old_rows o on o.grade_id = n.grade_id and o.name <> n.name join class_group c on c.grade_id = n.grade_id
    join student s on s.class_id = c.class_id$$),
      ('campus', 'update', false, $$
  select c.unit_id, 'class', c.class_id::text
  from new_rows n join old_rows o on o.campus_id = n.campus_id and o.name <> n.name join class_group c on c.campus_id = n.campus_id$$),
      ('department', 'update', false, $$
  select m.unit_id, 'user', m.user_id::text
  from new_rows n join old_rows o on o.department_id = n.department_id and o.name <> n.name join staff_member m on m.department_id = n.department_id$$),
      -- Classes name the terms of the present year.
      ('unit', 'update', false, $$
  select n.unit_id, 'org', n.unit_id::text from new_rows n join old_rows o on o.unit_id = n.unit_id and o.name <> n.name
  union all
  select c.unit_id, 'class', c.class_id::text
  from new_rows n join old_rows o on o.unit_id = n.unit_id and o.school_year <> n.school_year join class_group c on c.unit_id = n.unit_id
  where c.closed_on is null$$)
    ) as watched (relation, event, noted, query)
  loop
    execute format(
      'create or replace trigger roster_%s after %s on %I referencing %s for each statement execute function %s(%L)',
      watch.event, watch.event, watch.relation,
      case watch.event when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
        else 'old table as old_rows new table as new_rows' end,
      case when watch.noted then 'portal_note_roster' else 'portal_touch_roster' end, watch.query);
  end loop;
end
$do$;
-- Policies that call functions of tables, which is why they come last. The owner of the tables is a member of the application's role, and keeps its exemption:
-- foreign keys delete as the owner.

create policy portal_link_code_own on account_link_code as restrictive to portal_app using (
  current_user <> 'portal_app' or user_id = (select portal_user_id()) or (select portal_reads_all_people()))
  with check (current_user <> 'portal_app' or user_id = (select portal_user_id()));

create policy portal_link_read on account_link as restrictive for select to portal_app using (
  current_user <> 'portal_app' or user_id = (select portal_user_id()) or (select portal_reads_all_people()));

create policy portal_share_read on storage_share as restrictive for select to portal_app using (
  current_user <> 'portal_app' or owner_id = (select portal_user_id())
  or (expires_at is null or expires_at > now()) and receiver_id = any ((select portal_share_receivers(false))::uuid[])
  or (select portal_reads_all_people()));

create policy portal_share_add on storage_share as restrictive for insert to portal_app
  with check (current_user <> 'portal_app' or owner_id = (select portal_user_id()) and portal_may_share_with(user_id));

create policy portal_share_change on storage_share as restrictive for update to portal_app
  using (current_user <> 'portal_app' or owner_id = (select portal_user_id()))
  with check (current_user <> 'portal_app' or owner_id = (select portal_user_id()));

create policy portal_share_remove on storage_share as restrictive for delete to portal_app
  using (current_user <> 'portal_app' or owner_id = (select portal_user_id()));

create policy portal_hand_in_add on hand_in as restrictive for insert to portal_app
  with check (current_user <> 'portal_app' or author_id = (select portal_user_id()) and class_id in (select portal_taught_classes()));

-- Only the clean-up deletes: what pupils handed in is not lost with one press.
create policy portal_hand_in_remove on hand_in as restrictive for delete to portal_app using (current_user <> 'portal_app');

create policy portal_hand_in_read on hand_in as restrictive for select to portal_app using (
  current_user <> 'portal_app' or portal_keeps_hand_in(class_id, author_id)
  or removed_at is null and class_id in (select s.class_id from portal_own_students() s) or (select portal_reads_all_people()));

create policy portal_hand_in_change on hand_in as restrictive for update to portal_app
  using (current_user <> 'portal_app' or portal_keeps_hand_in(class_id, author_id))
  with check (current_user <> 'portal_app' or portal_keeps_hand_in(class_id, author_id));

-- Only the pupil, of the class, while it is open, and bytes of a file of the pupil's own.
create policy portal_hand_in_file_add on hand_in_file as restrictive for insert to portal_app with check (
  current_user <> 'portal_app' or user_id = (select portal_user_id()) and exists (
    select from hand_in h join portal_own_students() s on s.class_id = h.class_id and s.is_self
    where h.hand_in_id = hand_in_file.hand_in_id and s.student_id = hand_in_file.student_id and h.closed_at is null)
  and exists (
    select from storage_file f
    where f.unit_id = hand_in_file.unit_id and f.owner_id = (select portal_user_id()) and f.sha256 = hand_in_file.sha256 and f.deleted_at is null));

-- What was handed in in time stays from then on.
create policy portal_hand_in_file_remove on hand_in_file as restrictive for delete to portal_app using (
  current_user <> 'portal_app' or student_id in (select s.student_id from portal_own_students() s where s.is_self)
  and exists (select from hand_in h where h.hand_in_id = hand_in_file.hand_in_id and h.closed_at is null and h.due_at > now()));

create policy portal_hand_in_file_read on hand_in_file as restrictive for select to portal_app using (
  current_user <> 'portal_app' or student_id in (select s.student_id from portal_own_students() s)
  or hand_in_id in (select h.hand_in_id from hand_in h where portal_keeps_hand_in(h.class_id, h.author_id)) or (select portal_reads_all_people()));

create policy portal_own_children on message_recipient as restrictive for select to portal_app using (
  student_id is null or current_user <> 'portal_app' or user_id is distinct from (select portal_user_id()) or portal_sees_about(user_id, student_id));

create policy portal_own_children on todo as restrictive for select to portal_app using (
  student_id is null or current_user <> 'portal_app' or user_id is distinct from (select portal_user_id()) or portal_sees_about(user_id, student_id));
delete from portal_jobs.queue;
delete from portal_jobs.version;
alter table unit disable trigger user;
insert into unit (unit_id, name, english_name, unit_type, status, theme_color, footer, link, decoration_set, school_year, term, principal, created_at, sign_in_ways, password_rule, message_dot, default_theme, default_theme_color, theme_synced_at, storage_quota, student_quota, teacher_quota, parent_quota, staff_quota, licence_grace_days, login_jump_page, auto_login, language_list, ticket_path, ticket_name, desktop_name, desktop_english_name, networks, admin_second_factor, admin_networks, suspended_at, delete_after, archived_at, people_limit, storage_limit, area_id, language_follows_browser, class_quota) values ('01990000-0000-7000-8000-01c178f949d8', 'made', 'made', '2', '1', '#457CD6', 'made', 'made', '{}', 'made', 'made', 'made', '2026-09-01 08:00:00+00', '{}', 'mixed', 'true', 'made', NULL, '2026-09-01 08:00:00+00', '1', '1', '1', '1', '1', '1', NULL, 'true', '{}', '/api/uaa/ticket/login', 'made', 'made', 'made', '{}', 'true', '{}', '2026-09-01 08:00:00+00', NULL, NULL, '1', '1', NULL, 'true', '1');
insert into unit (unit_id, name, english_name, unit_type, status, theme_color, footer, link, decoration_set, school_year, term, principal, created_at, sign_in_ways, password_rule, message_dot, default_theme, default_theme_color, theme_synced_at, storage_quota, student_quota, teacher_quota, parent_quota, staff_quota, licence_grace_days, login_jump_page, auto_login, language_list, ticket_path, ticket_name, desktop_name, desktop_english_name, networks, admin_second_factor, admin_networks, suspended_at, delete_after, archived_at, people_limit, storage_limit, area_id, language_follows_browser, class_quota) values ('01a22d4b-e9fe-7e51-85fd-c4057930b189', '另一所学校', 'Other', '2', '1', '#457CD6', NULL, NULL, NULL, '', '', NULL, '2026-11-30 16:31:16.941061+00', '{}', 'mixed', 'false', NULL, NULL, NULL, NULL, '10737418240', '107374182400', '5368709120', '107374182400', '30', NULL, 'true', NULL, '/api/uaa/ticket/login', 'ticket', NULL, NULL, '{}', 'false', '{}', NULL, NULL, NULL, NULL, NULL, NULL, 'false', '5368709120');
alter table unit enable trigger user;
alter table user_account disable trigger user;
insert into user_account (user_id, unit_id, login_name, real_name, user_type, sex, avatar, image_path, superman, status, parent_id, language, theme, theme_color, created_at, email, theme_chosen_at, name_pinyin, english_name, language_chosen_at) values ('01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-01c178f949d8', 'made', 'made', '1', '1', 'made', 'made', 'true', '1', NULL, 'zh-CN', 'made', NULL, '2026-09-01 08:00:00+00', NULL, '2026-09-01 08:00:00+00', 'made', 'made', '2026-09-01 08:00:00+00');
insert into user_account (user_id, unit_id, login_name, real_name, user_type, sex, avatar, image_path, superman, status, parent_id, language, theme, theme_color, created_at, email, theme_chosen_at, name_pinyin, english_name, language_chosen_at) values ('01a22d4b-e9fe-7752-8870-ffe3f9e90dfb', '01a22d4b-e9fe-7e51-85fd-c4057930b189', 'other', '另一个', '3', NULL, NULL, NULL, 'false', '1', NULL, 'zh-CN', NULL, NULL, '2026-11-30 16:31:16.941061+00', NULL, NULL, NULL, '', NULL);
alter table user_account enable trigger user;
alter table access_log disable trigger user;
insert into access_log (access_id, unit_id, user_id, user_type, res_id, res_name, type, at) values ('01990000-0000-7000-8000-1e4947354518', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', '1', 'made', 'made', '1', '2026-09-01 08:00:00+00');
alter table access_log enable trigger user;
alter table account_contact disable trigger user;
insert into account_contact (user_id, unit_id, phone, contact, changed_at) values ('01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-01c178f949d8', '13800000000', NULL, '2026-09-01 08:00:00+00');
alter table account_contact enable trigger user;
alter table account_link disable trigger user;
insert into account_link (link_id, unit_id, user_id, other_unit_id, other_user_id, linked_at) values ('01990000-0000-7000-8000-00000000000a', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', '01a22d4b-e9fe-7e51-85fd-c4057930b189', '01a22d4b-e9fe-7752-8870-ffe3f9e90dfb', '2026-11-30 16:31:16.941061+00');
alter table account_link enable trigger user;
alter table account_link_code disable trigger user;
insert into account_link_code (user_id, unit_id, code_hash, created_at, expires_at, purpose) values ('01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-01c178f949d8', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', 'school');
alter table account_link_code enable trigger user;
alter table storage_object disable trigger user;
insert into storage_object (unit_id, sha256, md5, size, created_at, confirmed_at) values ('01990000-0000-7000-8000-01c178f949d8', '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '1', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table storage_object enable trigger user;
alter table account_picture disable trigger user;
insert into account_picture (user_id, unit_id, sha256, media_type, saved_at) values ('01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-01c178f949d8', '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', 'image/png', '2026-09-01 08:00:00+00');
alter table account_picture enable trigger user;
alter table admin_event disable trigger user;
insert into admin_event (event_id, unit_id, at, kind, actor_id, action, target_kind, target_id, changes, address, user_agent, session_id) values ('01990000-0000-7000-8000-a15a0b1ce8d4', '01990000-0000-7000-8000-01c178f949d8', '2026-09-01 08:00:00+00', 'changed', '01990000-0000-7000-8000-480f3ec42327', 'made', 'account', 'made', '{}', 'made', 'made', '01990000-0000-7000-8000-f6d5dfecdcb6');
alter table admin_event enable trigger user;
alter table application disable trigger user;
insert into application (unit_id, code, name, english_name, short_name, english_short_name, group_code, menu_route, server_id, deploy_path, front_user_types, limit_user_types, resource_type, update_status, icon_path, "position", parent_code, own, client_id, limit_role_ids, limit_class_ids, limit_campus_ids, removed_at) values ('01990000-0000-7000-8000-01c178f949d8', 'made', 'made', 'made', 'made', 'made', NULL, 'made', 'made', 'made', '{}', '{}', '1', '1', 'made', '1', NULL, 'true', 'made', '{}', '{}', '{}', '2026-09-01 08:00:00+00');
alter table application enable trigger user;
alter table application_picture disable trigger user;
insert into application_picture (unit_id, picture_id, content, added_at) values ('01990000-0000-7000-8000-01c178f949d8', '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-09-01 08:00:00+00');
alter table application_picture enable trigger user;
alter table area_access disable trigger user;
insert into area_access (access_id, unit_id, area_id, area_user_id, granted_by, reason, granted_at, ends_at, revoked_at, opened_at, uses) values ('01990000-0000-7000-8000-f391a4e19ae2', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-480f3ec42327', 'made', '2026-09-01 08:00:00+00', '2026-09-08 08:00:00+00', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '1');
alter table area_access enable trigger user;
alter table area_publication disable trigger user;
insert into area_publication (area_publication_id, unit_id, author_id, title, english_title, body, english_body, importance, url, user_types, created_at, recalled_at, kind, due_on, send_at) values ('01990000-0000-7000-8000-7427bb115b41', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', 'made', 'made', 'made', 'made', '1', NULL, '{}', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', 'message', '2026-09-01', '2026-09-01 08:00:00+00');
alter table area_publication enable trigger user;
alter table campus disable trigger user;
insert into campus (campus_id, unit_id, name, english_name, "position") values ('01990000-0000-7000-8000-6f221311444b', '01990000-0000-7000-8000-01c178f949d8', 'made', 'made', '1');
alter table campus enable trigger user;
alter table grade disable trigger user;
insert into grade (grade_id, unit_id, name, english_name, "position") values ('01990000-0000-7000-8000-732035637afa', '01990000-0000-7000-8000-01c178f949d8', 'made', 'made', '1');
alter table grade enable trigger user;
alter table class_group disable trigger user;
insert into class_group (class_id, unit_id, grade_id, campus_id, name, english_name, head_teacher_id, "position", closed_on, storage_quota) values ('01990000-0000-7000-8000-a8cca44586ca', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-732035637afa', '01990000-0000-7000-8000-6f221311444b', 'made', 'made', '01990000-0000-7000-8000-480f3ec42327', '1', '2026-09-01', '1');
alter table class_group enable trigger user;
alter table student disable trigger user;
insert into student (student_id, unit_id, user_id, class_id, student_number, real_name, english_name, sex, name_pinyin, birthday, left_on, left_reason) values ('01990000-0000-7000-8000-27b0dff41ac6', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-a8cca44586ca', 'made', 'made', 'made', '1', 'made', '2026-09-01', NULL, NULL);
alter table student enable trigger user;
alter table attendance_absence disable trigger user;
insert into attendance_absence (absence_id, unit_id, student_id, first_date, last_date, from_time, until_time, kind, note, state, requested_by, requested_at, decided_by, decided_at, decision_note) values ('01990000-0000-7000-8000-96aab39cdb88', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-27b0dff41ac6', '2026-09-01', '2026-09-01', NULL, NULL, 'illness', 'made', 'open', '01990000-0000-7000-8000-480f3ec42327', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-480f3ec42327', '2026-09-01 08:00:00+00', 'made');
alter table attendance_absence enable trigger user;
alter table attendance_code disable trigger user;
insert into attendance_code (code_id, unit_id, kind, student_id, user_id, mark, sealed_code, set_at) values ('01990000-0000-7000-8000-b8cae6634a06', '01990000-0000-7000-8000-01c178f949d8', 'card', '01990000-0000-7000-8000-27b0dff41ac6', NULL, E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-09-01 08:00:00+00');
alter table attendance_code enable trigger user;
alter table attendance_correction disable trigger user;
insert into attendance_correction (correction_id, unit_id, student_id, user_id, date, direction, "time", at, reason, state, requested_by, requested_at, decided_by, decided_at, note) values ('01990000-0000-7000-8000-4138bf85b2af', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-27b0dff41ac6', NULL, '2026-09-01', 'in', '08:00', '2026-09-01 08:00:00+00', 'made', 'open', '01990000-0000-7000-8000-480f3ec42327', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-480f3ec42327', '2026-09-01 08:00:00+00', 'made');
alter table attendance_correction enable trigger user;
alter table attendance_day disable trigger user;
insert into attendance_day (unit_id, date, kind, name, english_name) values ('01990000-0000-7000-8000-01c178f949d8', '2026-09-01', 'holiday', 'made', 'made');
alter table attendance_day enable trigger user;
alter table attendance_station disable trigger user;
insert into attendance_station (station_id, unit_id, name, place, direction, guide_width, guide_tolerance, sealed_key, last_seq, registered_at, registered_by, last_seen_at, pending, revoked_at, last_capture_at) values ('01990000-0000-7000-8000-03933ffb0a5e', '01990000-0000-7000-8000-01c178f949d8', 'made', 'made', 'in', NULL, NULL, E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '1', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-480f3ec42327', '2026-09-01 08:00:00+00', '1', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table attendance_station enable trigger user;
alter table attendance_delivery disable trigger user;
insert into attendance_delivery (station_id, seq, unit_id, outcome, at) values ('01990000-0000-7000-8000-03933ffb0a5e', '1', '01990000-0000-7000-8000-01c178f949d8', '{}', '2026-09-01 08:00:00+00');
alter table attendance_delivery enable trigger user;
alter table attendance_event disable trigger user;
insert into attendance_event (event_id, unit_id, student_id, user_id, at, direction, source, station_id, seq, correction_id, recorded_at) values ('01990000-0000-7000-8000-115e2bef3cfc', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-27b0dff41ac6', NULL, '2026-09-01 08:00:00+00', 'in', 'card', '01990000-0000-7000-8000-03933ffb0a5e', '1', NULL, '2026-09-01 08:00:00+00');
alter table attendance_event enable trigger user;
alter table attendance_notice disable trigger user;
insert into attendance_notice (student_id, date, unit_id) values ('01990000-0000-7000-8000-27b0dff41ac6', '2026-09-01', '01990000-0000-7000-8000-01c178f949d8');
alter table attendance_notice enable trigger user;
alter table attendance_rule disable trigger user;
insert into attendance_rule (unit_id, rule_id, valid_from, ended, name, english_name, weekdays, in_by, in_tolerance, out_from, out_tolerance, day_start, applies_to, class_ids, changed_at) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-fafd9d9f0202', '2026-09-01', 'true', 'made', 'made', '{}', '08:00', '1', '16:00', '1', '04:00', 'staff', '{}', '2026-09-01 08:00:00+00');
alter table attendance_rule enable trigger user;
alter table attendance_settings disable trigger user;
insert into attendance_settings (unit_id, time_zone, notify_late, retention_months, changed_at, portal_clock_in, parent_excuse) values ('01990000-0000-7000-8000-01c178f949d8', 'made', 'true', '36', '2026-09-01 08:00:00+00', 'true', 'true');
alter table attendance_settings enable trigger user;
alter table attendance_uncertain disable trigger user;
insert into attendance_uncertain (uncertain_id, unit_id, student_id, user_id, direction, source, station_id, seq, clock_at, earliest, latest, state, placed_at, decided_by, decided_at, recorded_at) values ('01990000-0000-7000-8000-2a6e46957558', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-27b0dff41ac6', NULL, 'in', 'card', '01990000-0000-7000-8000-03933ffb0a5e', '1', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', 'open', NULL, '01990000-0000-7000-8000-480f3ec42327', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table attendance_uncertain enable trigger user;
alter table branding_picture disable trigger user;
insert into branding_picture (unit_id, sha256, media_type, content, saved_at, published_at) values ('01990000-0000-7000-8000-01c178f949d8', E'\\x9985b2e4b9b71b28ce59ea5ce77f0b110637b625c6d7f41e982c9510940a2056', 'image/png', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table branding_picture enable trigger user;
alter table branding_state disable trigger user;
insert into branding_state (unit_id, revision, draft, saved_at, saved_by, for_schools, own, taken) values ('01990000-0000-7000-8000-01c178f949d8', '1', '{}', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-480f3ec42327', '{}', '{}', '{}');
alter table branding_state enable trigger user;
alter table branding_version disable trigger user;
insert into branding_version (version_id, unit_id, number, branding, published_at, published_by, restored) values ('01990000-0000-7000-8000-7e564b12f1a5', '01990000-0000-7000-8000-01c178f949d8', '1', '{}', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-480f3ec42327', '1');
alter table branding_version enable trigger user;
alter table subject disable trigger user;
insert into subject (subject_id, unit_id, name, english_name, code, "position") values ('01990000-0000-7000-8000-e8dfa63c95c3', '01990000-0000-7000-8000-01c178f949d8', 'made', 'made', 'made', '1');
alter table subject enable trigger user;
alter table class_teacher disable trigger user;
insert into class_teacher (unit_id, class_id, user_id, subject_id) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-a8cca44586ca', '01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-e8dfa63c95c3');
alter table class_teacher enable trigger user;
alter table school_year disable trigger user;
insert into school_year (year_id, unit_id, name, starts_on, ends_on) values ('01990000-0000-7000-8000-ecdc89d29e8b', '01990000-0000-7000-8000-01c178f949d8', 'made', '2026-09-01', '2027-07-01');
alter table school_year enable trigger user;
alter table class_year disable trigger user;
insert into class_year (unit_id, class_id, year_id, grade_id, name, english_name, head_teacher_id) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-a8cca44586ca', '01990000-0000-7000-8000-ecdc89d29e8b', '01990000-0000-7000-8000-732035637afa', 'made', 'made', '01990000-0000-7000-8000-480f3ec42327');
alter table class_year enable trigger user;
alter table class_year_pupil disable trigger user;
insert into class_year_pupil (unit_id, class_id, year_id, student_id) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-a8cca44586ca', '01990000-0000-7000-8000-ecdc89d29e8b', '01990000-0000-7000-8000-27b0dff41ac6');
alter table class_year_pupil enable trigger user;
alter table credential disable trigger user;
insert into credential (user_id, unit_id, password_hash, changed_at, is_first, issued_by) values ('01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-01c178f949d8', 'made', '2026-09-01 08:00:00+00', 'true', '01990000-0000-7000-8000-480f3ec42327');
alter table credential enable trigger user;
alter table department disable trigger user;
insert into department (department_id, unit_id, name, english_name, "position") values ('01990000-0000-7000-8000-89253305dafa', '01990000-0000-7000-8000-01c178f949d8', 'made', 'made', '1');
alter table department enable trigger user;
alter table desktop_default disable trigger user;
insert into desktop_default (unit_id, user_type, groups) values ('01990000-0000-7000-8000-01c178f949d8', '1', '{}');
alter table desktop_default enable trigger user;
alter table desktop_order disable trigger user;
insert into desktop_order (user_id, unit_id, groups, saved_at) values ('01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-01c178f949d8', '[]', '2026-09-01 08:00:00+00');
alter table desktop_order enable trigger user;
alter table sign_in_provider disable trigger user;
insert into sign_in_provider (provider_id, unit_id, kind, name, english_name, client_id, secret, agent_id, base_url, api_url, scopes, logo, enabled, "position", issuer, tenants, any_tenant, secret_way) values ('01990000-0000-7000-8000-16ecc453bfc4', '01990000-0000-7000-8000-01c178f949d8', 'oidc', 'made', 'made', 'made', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', 'made', 'made', NULL, 'made', 'made', 'true', '1', 'made', '{}', 'true', NULL);
alter table sign_in_provider enable trigger user;
alter table external_identity disable trigger user;
insert into external_identity (identity_id, unit_id, provider_id, user_id, subject, union_id, display_name, created_at, last_used_at) values ('01990000-0000-7000-8000-32417956e64a', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-16ecc453bfc4', '01990000-0000-7000-8000-480f3ec42327', 'made', 'made', 'made', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table external_identity enable trigger user;
alter table external_key disable trigger user;
insert into external_key (unit_id, source, kind, source_id, row_id) values ('01990000-0000-7000-8000-01c178f949d8', 'made', 'campus', 'made', '01990000-0000-7000-8000-ec038e60eafa');
alter table external_key enable trigger user;
alter table session disable trigger user;
insert into session (session_id, unit_id, user_id, family_hash, access_hash, access_expires_at, refresh_hash, refresh_expires_at, previous_refresh_hash, rotation_salt, rotated_at, ends_at, created_at, last_used_at, user_agent, revoked_at, second_factor, second_factor_at, began_as, by_password, stream_held_at, authenticated_at) values ('01990000-0000-7000-8000-03b9810ab061', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-09-01 08:00:00+00', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-09-01 08:00:00+00', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', 'made', '2026-09-01 08:00:00+00', 'true', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-1b485b080155', 'true', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table session enable trigger user;
alter table external_session disable trigger user;
insert into external_session (session_id, unit_id, provider_id, subject, provider_sid) values ('01990000-0000-7000-8000-03b9810ab061', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-16ecc453bfc4', 'made', 'made');
alter table external_session enable trigger user;
alter table face_challenge disable trigger user;
insert into face_challenge (challenge_hash, unit_id, browser_hash, turn, expires_at) values (E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '01990000-0000-7000-8000-01c178f949d8', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', 'left', '2026-09-01 08:00:00+00');
alter table face_challenge enable trigger user;
alter table face_consent disable trigger user;
insert into face_consent (consent_id, unit_id, user_id, giver, given_by, guardian_name, text_version, language, given_at, withdrawn_at, withdrawn_by) values ('01990000-0000-7000-8000-4eb443a09d1b', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', 'oneself', '01990000-0000-7000-8000-480f3ec42327', NULL, 'made', 'zh-CN', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-480f3ec42327');
alter table face_consent enable trigger user;
alter table face_photo disable trigger user;
insert into face_photo (photo_id, unit_id, user_id, sealed_descriptor, sealed_picture, registered_at, last_used_at, registered_by) values ('01990000-0000-7000-8000-b4928611a25e', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-480f3ec42327');
alter table face_photo enable trigger user;
alter table face_pin disable trigger user;
insert into face_pin (user_id, unit_id, pin_hash, failures, set_at) values ('01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-01c178f949d8', 'made', '1', '2026-09-01 08:00:00+00');
alter table face_pin enable trigger user;
alter table face_settings disable trigger user;
insert into face_settings (unit_id, sign_in, clock_in, needs_pin, needs_known_device, head_turn, retention_days, changed_at) values ('01990000-0000-7000-8000-01c178f949d8', 'true', 'true', 'true', 'true', 'true', '400', '2026-09-01 08:00:00+00');
alter table face_settings enable trigger user;
alter table face_use disable trigger user;
insert into face_use (use_id, unit_id, kind, user_id, actor_id, detail, address, at) values ('01990000-0000-7000-8000-b03085a2e4db', '01990000-0000-7000-8000-01c178f949d8', 'shown', '01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-480f3ec42327', 'made', 'made', '2026-09-01 08:00:00+00');
alter table face_use enable trigger user;
alter table term disable trigger user;
insert into term (term_id, unit_id, year_id, name, english_name, starts_on, ends_on) values ('01990000-0000-7000-8000-5ad77a2d1864', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-ecdc89d29e8b', 'made', 'made', '2026-09-01', '2027-01-31');
alter table term enable trigger user;
alter table grading_period disable trigger user;
insert into grading_period (period_id, unit_id, term_id, name, starts_on, ends_on, source, source_id) values ('01990000-0000-7000-8000-9a66015e87e9', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-5ad77a2d1864', 'made', '2026-09-01', '2026-09-01', 'made', 'made');
alter table grading_period enable trigger user;
alter table import_run disable trigger user;
insert into import_run (import_id, unit_id, user_id, file_name, sha256, format, source, mode, status, progress, code, options, sheets, counts, needs_confirmation, created_at, applied_at, shapes, scheduled, kept, last_year, periods) values ('01990000-0000-7000-8000-7774c698303a', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', 'made', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', 'csv', 'made', 'bulk', 'applied', '1', 'made', '{}', '{}', '{}', 'true', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '{}', 'true', '1', '{}', '{}');
alter table import_run enable trigger user;
alter table guardian disable trigger user;
insert into guardian (unit_id, parent_id, student_id, chosen_at, relation, may_consent, is_emergency_contact, origin, origin_at, origin_by, origin_import, merged_at, merged_by) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-27b0dff41ac6', '2026-09-01 08:00:00+00', NULL, 'true', 'true', 'unknown', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-7774c698303a', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-480f3ec42327');
alter table guardian enable trigger user;
alter table guardian_code disable trigger user;
insert into guardian_code (code_id, unit_id, student_id, code_hash, uses, attempts, created_at, expires_at, revoked_at, made_by, classes) values ('01990000-0000-7000-8000-6745adab5064', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-27b0dff41ac6', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '1', '1', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-480f3ec42327', '{}');
alter table guardian_code enable trigger user;
alter table guardian_code_use disable trigger user;
insert into guardian_code_use (use_id, unit_id, code_id, student_id, parent_id, kind, login_name, at, address, user_agent) values ('01990000-0000-7000-8000-486841861c76', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-c49c302e6372', '01990000-0000-7000-8000-27b0dff41ac6', '01990000-0000-7000-8000-480f3ec42327', 'account', NULL, '2026-09-01 08:00:00+00', 'made', 'made');
alter table guardian_code_use enable trigger user;
alter table guardian_contact disable trigger user;
insert into guardian_contact (parent_id, unit_id, phone, changed_at) values ('01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-01c178f949d8', '13800000000', '2026-09-01 08:00:00+00');
alter table guardian_contact enable trigger user;
alter table hand_in disable trigger user;
insert into hand_in (hand_in_id, unit_id, class_id, author_id, title, body, due_at, max_files, max_bytes, closed_at, reminded_at, created_at, removed_at) values ('01990000-0000-7000-8000-239401d0dc8d', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-a8cca44586ca', '01990000-0000-7000-8000-480f3ec42327', 'made', 'made', '2026-09-01 08:00:00+00', '1', '1', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table hand_in enable trigger user;
alter table hand_in_file disable trigger user;
insert into hand_in_file (hand_in_file_id, unit_id, hand_in_id, student_id, user_id, name, sha256, size, created_at) values ('01990000-0000-7000-8000-205b500e44aa', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-239401d0dc8d', '01990000-0000-7000-8000-27b0dff41ac6', '01990000-0000-7000-8000-480f3ec42327', 'made', '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '1', '2026-09-01 08:00:00+00');
alter table hand_in_file enable trigger user;
alter table handover disable trigger user;
insert into handover (secret_hash, unit_id, user_id, session_id, expires_at, used_at) values (E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-a35d6caf527a', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table handover enable trigger user;
alter table import_mapping disable trigger user;
insert into import_mapping (unit_id, signature, mapping, saved_at) values ('01990000-0000-7000-8000-01c178f949d8', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '{}', '2026-09-01 08:00:00+00');
alter table import_mapping enable trigger user;
alter table import_row disable trigger user;
insert into import_row (import_id, unit_id, row_no, kind, sheet, row_number, name, given, match_key, action, target_id, owner_id, choice, candidates, wanted, before, after, problems, adds_key, warnings, left_as, kept, back) values ('01990000-0000-7000-8000-7774c698303a', '01990000-0000-7000-8000-01c178f949d8', '1', 'person', 'made', '1', 'made', '{}', 'made', NULL, '01990000-0000-7000-8000-1777b049c15a', '01990000-0000-7000-8000-d75bf6c5f490', 'made', '{}', '{}', '{}', '{}', '{}', 'true', '{}', '{}', 'true', 'true');
alter table import_row enable trigger user;
alter table import_schedule disable trigger user;
insert into import_schedule (unit_id, enabled, place, path, minutes, kind, options, recipients, set_by, next_at, looked_at, outcome) values ('01990000-0000-7000-8000-01c178f949d8', 'true', 'folder', 'made', '1', 'any', '{}', '{}', '01990000-0000-7000-8000-480f3ec42327', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', 'made');
alter table import_schedule enable trigger user;
alter table import_source disable trigger user;
insert into import_source (import_id, unit_id, piece, content) values ('01990000-0000-7000-8000-7774c698303a', '01990000-0000-7000-8000-01c178f949d8', '1', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e');
alter table import_source enable trigger user;
alter table import_taken disable trigger user;
insert into import_taken (unit_id, sha256, file_name, changed_at, import_id, outcome, taken_at) values ('01990000-0000-7000-8000-01c178f949d8', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', 'made', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-f469e7086a07', 'made', '2026-09-01 08:00:00+00');
alter table import_taken enable trigger user;
alter table licence disable trigger user;
insert into licence (unit_id, server_id, name, english_name, ends_at, oam) values ('01990000-0000-7000-8000-01c178f949d8', 'made', 'made', 'made', '2026-09-01 08:00:00+00', 'true');
alter table licence enable trigger user;
alter table licence_reminder disable trigger user;
insert into licence_reminder (unit_id, server_id, ends_at, days, sent_at) values ('01990000-0000-7000-8000-01c178f949d8', 'made', '2026-09-01 08:00:00+00', '1', '2026-09-01 08:00:00+00');
alter table licence_reminder enable trigger user;
alter table login_attempt disable trigger user;
insert into login_attempt (unit_id, key, failures, last_at, blocked_until) values ('01990000-0000-7000-8000-01c178f949d8', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '1', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table login_attempt enable trigger user;
alter table login_device disable trigger user;
insert into login_device (unit_id, user_id, device_hash, last_used_at) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-09-01 08:00:00+00');
alter table login_device enable trigger user;
alter table oauth_client disable trigger user;
insert into oauth_client (unit_id, client_id, name, english_name, secret_hash, redirect_uris, logo, pkce_required, trusted, login_url, may_issue_tickets, "position", created_at, disabled_at, admin_tickets, backchannel_logout_uri, backchannel_logout_session_required, own_scopes, admin_tickets_by, post_logout_redirect_uris) values ('01990000-0000-7000-8000-01c178f949d8', 'made', 'made', 'made', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '{https://made.example}', 'made', 'true', 'true', 'made', 'true', '1', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', 'true', 'made', 'true', '{}', '01990000-0000-7000-8000-21d73276e202', '{}');
alter table oauth_client enable trigger user;
alter table login_ticket disable trigger user;
insert into login_ticket (secret_hash, unit_id, user_id, client_id, expires_at, used_at) values (E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', 'made', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table login_ticket enable trigger user;
alter table logout_token disable trigger user;
insert into logout_token (token_hash, unit_id, expires_at) values (E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '01990000-0000-7000-8000-01c178f949d8', '2026-09-01 08:00:00+00');
alter table logout_token enable trigger user;
alter table message disable trigger user;
insert into message (message_id, unit_id, module, body, importance, open_way, url, content, sent_at, author_id, titled, reminded_at, office_name, office_english_name, may_reply) values ('01990000-0000-7000-8000-33186a7133ee', '01990000-0000-7000-8000-01c178f949d8', 'made', 'made', '1', '1', NULL, '{}', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-480f3ec42327', 'true', '2026-09-01 08:00:00+00', 'made', 'made', 'true');
alter table message enable trigger user;
alter table message_recipient disable trigger user;
insert into message_recipient (unit_id, user_id, message_id, read_at, student_id, reply) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-33186a7133ee', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-27b0dff41ac6', 'made');
alter table message_recipient enable trigger user;
alter table oauth_artifact disable trigger user;
insert into oauth_artifact (id_hash, unit_id, user_id, client_id, model, grant_hash, payload, expires_at, consumed_at) values (E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '01990000-0000-7000-8000-01c178f949d8', NULL, 'made', 'ClientCredentials', NULL, '{}', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table oauth_artifact enable trigger user;
alter table oauth_consent disable trigger user;
insert into oauth_consent (unit_id, user_id, client_id, scopes, agreed_at) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', 'made', '{}', '2026-09-01 08:00:00+00');
alter table oauth_consent enable trigger user;
alter table oauth_key disable trigger user;
insert into oauth_key (kid, unit_id, sealed_jwk, created_at, retired_at) values ('made', '01990000-0000-7000-8000-01c178f949d8', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table oauth_key enable trigger user;
alter table oauth_session disable trigger user;
insert into oauth_session (session_id, client_id, unit_id, user_id, issuer, due_at, attempts) values ('01990000-0000-7000-8000-06546acfb2d1', 'made', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-7f9eaa0bdce5', 'made', '2026-09-01 08:00:00+00', '1');
alter table oauth_session enable trigger user;
alter table outgoing_mail disable trigger user;
insert into outgoing_mail (mail_id, unit_id, user_id, sealed, accepted_at, lapses_at, claimed_until, attempts, reason, turn, failed_at) values ('01990000-0000-7000-8000-4ef194e5cb83', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '1', 'made', '1', '2026-09-01 08:00:00+00');
alter table outgoing_mail enable trigger user;
alter table passkey disable trigger user;
insert into passkey (passkey_id, unit_id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at, last_used_at, made_for, host) values ('01990000-0000-7000-8000-66432f375ca9', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', 'made', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '1', '{}', 'true', 'made', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-80f69b1bbd58', 'made');
alter table passkey enable trigger user;
alter table passkey_challenge disable trigger user;
insert into passkey_challenge (challenge_hash, unit_id, browser_hash, session_id, expires_at) values (E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '01990000-0000-7000-8000-01c178f949d8', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '01990000-0000-7000-8000-03b9810ab061', '2026-09-01 08:00:00+00');
alter table passkey_challenge enable trigger user;
alter table password_reset disable trigger user;
insert into password_reset (reset_id, unit_id, user_id, kind, secret_hash, code_hash, issued_by, attempts, created_at, expires_at, used_at) values ('01990000-0000-7000-8000-c40834bf9543', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', 'mail', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', NULL, '01990000-0000-7000-8000-480f3ec42327', '1', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table password_reset enable trigger user;
alter table pending_binding disable trigger user;
insert into pending_binding (binding_hash, unit_id, provider_id, browser_hash, subject, union_id, display_name, return_to, expires_at, provider_sid) values (E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-16ecc453bfc4', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', 'made', 'made', 'made', 'made', '2026-09-01 08:00:00+00', 'made');
alter table pending_binding enable trigger user;
alter table permission disable trigger user;
insert into permission (unit_id, code, name, parent_code, "position") values ('01990000-0000-7000-8000-01c178f949d8', 'made', 'made', NULL, '1');
alter table permission enable trigger user;
alter table role disable trigger user;
insert into role (role_id, unit_id, service, code, name, english_name) values ('01990000-0000-7000-8000-591486c8798c', '01990000-0000-7000-8000-01c178f949d8', 'made', 'made', 'made', 'made');
alter table role enable trigger user;
alter table permission_grant disable trigger user;
insert into permission_grant (unit_id, code, user_type, role_id) values ('01990000-0000-7000-8000-01c178f949d8', 'made', NULL, '01990000-0000-7000-8000-591486c8798c');
alter table permission_grant enable trigger user;
alter table person_detail disable trigger user;
insert into person_detail (detail_id, unit_id, student_id, user_id, among, id_card_sealed, id_card_key, national_number_sealed, national_number_key, enrolled_on, ethnic_group) values ('01990000-0000-7000-8000-7fa09587cb27', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-27b0dff41ac6', NULL, '1', NULL, NULL, NULL, NULL, '2026-09-01', 'made');
alter table person_detail enable trigger user;
alter table portal_jobs.archive disable trigger user;
insert into portal_jobs.archive (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy, archived_on) values ('01990000-0000-7000-8000-9419438894c2', 'made', '1', '{}', 'created', '1', '1', '1', 'true', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', 'made', '2026-09-01 08:00:00', '00:00:01', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '{}', 'made', 'made', '2026-09-01 08:00:00+00');
alter table portal_jobs.archive enable trigger user;
alter table portal_jobs.job disable trigger user;
insert into portal_jobs.job (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy) values ('9b316bbc-713a-4349-9475-415c1d68d7e1', 'area-branding', '0', NULL, 'created', '2', '0', '0', 'false', '2026-11-30 16:31:16.941061+00', NULL, NULL, NULL, '00:15:00', '2026-11-30 16:31:16.941061+00', NULL, '2026-12-14 16:31:16.941061+00', NULL, NULL, NULL);
insert into portal_jobs.job (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy) values ('a10b9248-6a1d-410e-b07e-02435e65f81c', 'dead-letters', '0', NULL, 'created', '2', '0', '0', 'false', '2026-11-30 16:31:16.941061+00', NULL, NULL, NULL, '00:15:00', '2026-11-30 16:31:16.941061+00', NULL, '2026-12-14 16:31:16.941061+00', NULL, NULL, NULL);
insert into portal_jobs.job (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy) values ('0592e27f-6218-488e-af78-04887c4d6548', 'import', '0', NULL, 'created', '2', '0', '0', 'false', '2026-11-30 16:31:16.941061+00', NULL, NULL, NULL, '00:15:00', '2026-11-30 16:31:16.941061+00', NULL, '2026-12-14 16:31:16.941061+00', NULL, NULL, NULL);
insert into portal_jobs.job (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy) values ('361fbde9-23b7-4583-874e-2aee735adff5', 'import-undo', '0', NULL, 'created', '2', '0', '0', 'false', '2026-11-30 16:31:16.941061+00', NULL, NULL, NULL, '00:15:00', '2026-11-30 16:31:16.941061+00', NULL, '2026-12-14 16:31:16.941061+00', NULL, NULL, NULL);
insert into portal_jobs.job (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy) values ('4a01a33c-c122-4904-a4a3-3b607ce70597', 'mail', '0', NULL, 'created', '2', '0', '0', 'false', '2026-11-30 16:31:16.941061+00', NULL, NULL, NULL, '00:15:00', '2026-11-30 16:31:16.941061+00', NULL, '2026-12-14 16:31:16.941061+00', NULL, NULL, NULL);
insert into portal_jobs.job (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy) values ('4435d287-71de-4bc3-9519-654f61820913', 'password-reset', '0', NULL, 'created', '2', '0', '0', 'false', '2026-11-30 16:31:16.941061+00', NULL, NULL, NULL, '00:15:00', '2026-11-30 16:31:16.941061+00', NULL, '2026-12-14 16:31:16.941061+00', NULL, NULL, NULL);
insert into portal_jobs.job (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy) values ('0f67763b-0903-43d2-aa6c-23a0d4b60c37', 'publication', '0', NULL, 'created', '2', '0', '0', 'false', '2026-11-30 16:31:16.941061+00', NULL, NULL, NULL, '00:15:00', '2026-11-30 16:31:16.941061+00', NULL, '2026-12-14 16:31:16.941061+00', NULL, NULL, NULL);
insert into portal_jobs.job (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy) values ('1852a5b5-9e01-4457-b67c-be3e1a732780', 'scheduled', '0', NULL, 'created', '2', '0', '0', 'false', '2026-11-30 16:31:16.941061+00', NULL, NULL, NULL, '00:15:00', '2026-11-30 16:31:16.941061+00', NULL, '2026-12-14 16:31:16.941061+00', NULL, NULL, NULL);
insert into portal_jobs.job (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy) values ('9dd90cbd-f6ac-469d-86fe-652e1f19520a', 'scheduled-import', '0', NULL, 'created', '2', '0', '0', 'false', '2026-11-30 16:31:16.941061+00', NULL, NULL, NULL, '00:15:00', '2026-11-30 16:31:16.941061+00', NULL, '2026-12-14 16:31:16.941061+00', NULL, NULL, NULL);
insert into portal_jobs.job (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy) values ('6a49c85f-360d-4b7c-84d3-5cee5795ce3e', 'unit-export', '0', NULL, 'created', '2', '0', '0', 'false', '2026-11-30 16:31:16.941061+00', NULL, NULL, NULL, '00:15:00', '2026-11-30 16:31:16.941061+00', NULL, '2026-12-14 16:31:16.941061+00', NULL, NULL, NULL);
alter table portal_jobs.job enable trigger user;
alter table portal_jobs.queue disable trigger user;
insert into portal_jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_minutes, dead_letter, partition_name, created_on, updated_on) values ('dead-letters', 'standard', NULL, NULL, NULL, NULL, NULL, NULL, 'j4f99ea80f7c5d78472f083d08a99c24d3909b3158de524c7042b902c', '2026-11-30 16:08:27.214521+00', '2026-11-30 16:08:27.214521+00');
insert into portal_jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_minutes, dead_letter, partition_name, created_on, updated_on) values ('scheduled', 'standard', NULL, NULL, NULL, NULL, NULL, NULL, 'j32f698f7bbdc3744e565d121cf6b2250da1368be62aab3e44c94abb6', '2026-11-30 16:08:27.214521+00', '2026-11-30 16:08:27.214521+00');
insert into portal_jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_minutes, dead_letter, partition_name, created_on, updated_on) values ('password-reset', 'standard', NULL, NULL, NULL, NULL, NULL, NULL, 'jb7a038fcbe7833e38cc4aeb1b4c9c52521ceac096ccb7908a87efd5e', '2026-11-30 16:08:27.214521+00', '2026-11-30 16:08:27.214521+00');
insert into portal_jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_minutes, dead_letter, partition_name, created_on, updated_on) values ('mail', 'standard', NULL, NULL, NULL, NULL, NULL, NULL, 'j9d325a517e583fa73d6239797f0e1366e0eb6de632d3987be5007942', '2026-11-30 16:08:27.214521+00', '2026-11-30 16:08:27.214521+00');
insert into portal_jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_minutes, dead_letter, partition_name, created_on, updated_on) values ('import', 'standard', NULL, NULL, NULL, NULL, NULL, NULL, 'jda394fb79d81b20b86590382b284499c1788dcd7cb6a6a8ac8b1f437', '2026-11-30 16:08:27.434437+00', '2026-11-30 16:08:27.434437+00');
insert into portal_jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_minutes, dead_letter, partition_name, created_on, updated_on) values ('publication', 'standard', NULL, NULL, NULL, NULL, NULL, NULL, 'j8058f8ea22036d6aac5a764c5d9b3f7a58437667c5340f52ac11b73b', '2026-11-30 16:08:27.520211+00', '2026-11-30 16:08:27.520211+00');
insert into portal_jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_minutes, dead_letter, partition_name, created_on, updated_on) values ('scheduled-import', 'standard', NULL, NULL, NULL, NULL, NULL, NULL, 'j443ea3a9811629f4afd52cc809b35df1686f3dba23c8fc92566ab5b0', '2026-11-30 16:08:27.582052+00', '2026-11-30 16:08:27.582052+00');
insert into portal_jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_minutes, dead_letter, partition_name, created_on, updated_on) values ('unit-export', 'standard', NULL, NULL, NULL, NULL, NULL, NULL, 'j08ecb959892a7152bad16f628f9a7a6c8f9ed6b04487f366dbeca7f8', '2026-11-30 16:08:27.659363+00', '2026-11-30 16:08:27.659363+00');
insert into portal_jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_minutes, dead_letter, partition_name, created_on, updated_on) values ('area-branding', 'standard', NULL, NULL, NULL, NULL, NULL, NULL, 'jf95b634a40e0a1ad26fb6f9d571cc547d6b2a5a0798f0b96d030bf4f', '2026-11-30 16:08:27.659363+00', '2026-11-30 16:08:27.659363+00');
insert into portal_jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_minutes, dead_letter, partition_name, created_on, updated_on) values ('import-undo', 'standard', NULL, NULL, NULL, NULL, NULL, NULL, 'j5cf0ca6a4dc076fce86e48e405a2d3398cdda79caf9604dd58e83b27', '2026-11-30 16:08:27.695851+00', '2026-11-30 16:08:27.695851+00');
alter table portal_jobs.queue enable trigger user;
alter table portal_jobs.schedule disable trigger user;
insert into portal_jobs.schedule (name, cron, timezone, data, options, created_on, updated_on) values ('dead-letters', 'made', 'made', '{}', '{}', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table portal_jobs.schedule enable trigger user;
alter table portal_jobs.subscription disable trigger user;
insert into portal_jobs.subscription (event, name, created_on, updated_on) values ('made', 'dead-letters', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table portal_jobs.subscription enable trigger user;
alter table portal_jobs.version disable trigger user;
insert into portal_jobs.version (version, maintained_on, cron_on, monitored_on) values ('24', NULL, NULL, NULL);
alter table portal_jobs.version enable trigger user;
alter table portal_migrations disable trigger user;
insert into portal_migrations (name, checksum, applied_at) values ('0001_foundation', '76dcd1a9fa7779eb6f59b21b81ad1de3d15ea6a192d34f67e03056765c546f2d', '2026-11-30 16:08:26.58647+00');
insert into portal_migrations (name, checksum, applied_at) values ('0002_identity', '445c3275e33dd247aa0fac9f0727c629ec6497dc535be0c87fe3a0b2073ca832', '2026-11-30 16:08:26.623453+00');
insert into portal_migrations (name, checksum, applied_at) values ('0003_portal', 'efa0f52d4f45f447f5447d33e6a7a5db1a8b3f77a090a9a7b9a2e1bbd36eebca', '2026-11-30 16:08:26.68718+00');
insert into portal_migrations (name, checksum, applied_at) values ('0004_storage', '9ff1a28043f616bd3e4554981e97f9beef6f73e9a81e4dadf6adcb1088496354', '2026-11-30 16:08:26.771842+00');
insert into portal_migrations (name, checksum, applied_at) values ('0005_ways_in', '01311fb894f7d79463a5ddb3550364a57f1f64f5ba43b91c3de668f392df4881', '2026-11-30 16:08:26.794483+00');
insert into portal_migrations (name, checksum, applied_at) values ('0006_sign_in_events', '1a94014fd1f5392f709a35126f64f595ca0b28e26353a3195ded642c5f33416c', '2026-11-30 16:08:26.80574+00');
insert into portal_migrations (name, checksum, applied_at) values ('0007_sign_in_kinds', 'd8ad4dbe663d593645df45aa6beed5c3cd2e4d194b55fc1e4d2e11a9aeacd83e', '2026-11-30 16:08:26.81362+00');
insert into portal_migrations (name, checksum, applied_at) values ('0008_social', '840ca90c7d47bf3b3eb40d3b0b2aba0380359235f7cd5dc243428524a2509348', '2026-11-30 16:08:26.833032+00');
insert into portal_migrations (name, checksum, applied_at) values ('0009_third_parties', '36ea9899ea45da2d4b543cab0c1046fe8aa8d5c04fde579bc4ab44828eba7867', '2026-11-30 16:08:26.863504+00');
insert into portal_migrations (name, checksum, applied_at) values ('0010_second_factors', '54cfa38fc4f92c95e5cbf8c1d0c2f9bfabdd544982e3ee01d36d5e7e96b3dcd7', '2026-11-30 16:08:26.883269+00');
insert into portal_migrations (name, checksum, applied_at) values ('0011_passwords', '1e2adf86ba1612c883195830dcb8129d8026a421a14ab40970580a8c315a32a1', '2026-11-30 16:08:26.909928+00');
insert into portal_migrations (name, checksum, applied_at) values ('0012_sign_in_functions', '10982702865279809b016a79bbf3c36abe926e3b0d8d6e93fd3a9b1e33115636', '2026-11-30 16:08:26.921126+00');
insert into portal_migrations (name, checksum, applied_at) values ('0013_own_applications', '1e6b935e6f906e1a034d5bfa037517425aba6ed695ab7c011ab42d5f44b0c869', '2026-11-30 16:08:26.924958+00');
insert into portal_migrations (name, checksum, applied_at) values ('0014_admin_help', '1f91c6803ba7c066fbbf882a040fcd2e3eec138fd911375e8ddaa28c5528b6a5', '2026-11-30 16:08:26.936952+00');
insert into portal_migrations (name, checksum, applied_at) values ('0015_live', 'a3e17b50c4d1f717625e93741a05c0b7916e94aed834e35f0f2ba04d729b8537', '2026-11-30 16:08:26.940438+00');
insert into portal_migrations (name, checksum, applied_at) values ('0016_theme', '039dee8bdd2dd5d54cf751b5a5e3f150290778061cb3d6e9bc43eaf5d9a0758e', '2026-11-30 16:08:26.947124+00');
insert into portal_migrations (name, checksum, applied_at) values ('0017_desktop', '4215960a9ad6f7b82e5eb4b36026472b97ca795289e578d8bf4e322fecfe7bec', '2026-11-30 16:08:26.958699+00');
insert into portal_migrations (name, checksum, applied_at) values ('0018_family', '7159fb28997cef14a521423ee969cc60a68e44606d220c42a4ac66ddbdb3be1d', '2026-11-30 16:08:26.987198+00');
insert into portal_migrations (name, checksum, applied_at) values ('0019_storage_quota', 'ad2417bfcdaa6b4ef92c94ece6459b5c2f672519ef913597b23cf406144768ac', '2026-11-30 16:08:26.998679+00');
insert into portal_migrations (name, checksum, applied_at) values ('0020_account_picture', '0d08d6202959c30b85db6f55a72ee68d720fd02dc8b45fedee8d98db72c90dd4', '2026-11-30 16:08:27.020492+00');
insert into portal_migrations (name, checksum, applied_at) values ('0021_upload_begun_as', '0bbd49becd4018b4b540638fc8a7051e8e3b51cf738cb8faa3ec0b73e26a89b0', '2026-11-30 16:08:27.029358+00');
insert into portal_migrations (name, checksum, applied_at) values ('0022_faces', 'd7f2e41ebb74432f9ee073f60d1fbbc33b0aacd9af2a17e47cf50b4a90c3b603', '2026-11-30 16:08:27.032876+00');
insert into portal_migrations (name, checksum, applied_at) values ('0023_attendance', '0e1031147366482ff2ba5cf5184e18bb0e70b5747100fdb31abb4c362cf46d33', '2026-11-30 16:08:27.060475+00');
insert into portal_migrations (name, checksum, applied_at) values ('0024_storage_lease', 'f40783a4519653bdc44049b0d5e57d7cb3bf7a9345f991ed472a846bb7b3b7e3', '2026-11-30 16:08:27.110848+00');
insert into portal_migrations (name, checksum, applied_at) values ('0025_folder_pages', '4ba31809a3955d08ea62d08f1bba17316fa2b354aa66059dc06ac2cb088bed95', '2026-11-30 16:08:27.117886+00');
insert into portal_migrations (name, checksum, applied_at) values ('0026_permissions_bind', '094286fec74a670202430346c2ef762c21295aa35cd7587ea6502cdc4b6a89fd', '2026-11-30 16:08:27.135355+00');
insert into portal_migrations (name, checksum, applied_at) values ('0027_menu', '82a0e2449623d09d839c682c56175df6a77ea68420526377880210559477aff4', '2026-11-30 16:08:27.142281+00');
insert into portal_migrations (name, checksum, applied_at) values ('0028_vocabulary', '84971c72a20016346c4208c6ae264118eab6162129230f47ca239f3b18f11f6a', '2026-11-30 16:08:27.154455+00');
insert into portal_migrations (name, checksum, applied_at) values ('0029_roster', 'd0668c0c52d3c432465cf87140bf6d6f62c40f19a2e00ffd31063cebe25d64d8', '2026-11-30 16:08:27.163249+00');
insert into portal_migrations (name, checksum, applied_at) values ('0030_unit_configuration', 'a3449e063618a68797e7aa29430cc57d51f5e2aa054ecf33c1fbc4b0c0e3735d', '2026-11-30 16:08:27.174537+00');
insert into portal_migrations (name, checksum, applied_at) values ('0031_portal_clock_in', 'ea42651714feea73a7ae3d8c414574b79f3b5bc59cd8d65fba9cb60b1c6b9aa6', '2026-11-30 16:08:27.192416+00');
insert into portal_migrations (name, checksum, applied_at) values ('0032_limits', '9d8fed8f69afd09686942842ddf33d9a118551f918783175002bf12cd26be0ff', '2026-11-30 16:08:27.195753+00');
insert into portal_migrations (name, checksum, applied_at) values ('0033_admin_tickets', '2d36aba8dfde4bf904e9c4d463475d04b2545ac285bbe68d5711b685480d39e3', '2026-11-30 16:08:27.208658+00');
insert into portal_migrations (name, checksum, applied_at) values ('0034_jobs', 'd04c2ad33ca781f3381ea2b869753a3e46cc30130879d13ee9e0a5fbf83040d4', '2026-11-30 16:08:27.214521+00');
insert into portal_migrations (name, checksum, applied_at) values ('0035_admin_access', '96eade53d0d90d47472f47ee35e2b248cc3d55b587e376451f59e4eb1a1fa90c', '2026-11-30 16:08:27.298225+00');
insert into portal_migrations (name, checksum, applied_at) values ('0036_audit_and_logout', 'bf7229a3ff4676cd778e541f8f27d22a6badbb883609f19c0aa838367c7fb98a', '2026-11-30 16:08:27.308401+00');
insert into portal_migrations (name, checksum, applied_at) values ('0037_count_with_sign_in', 'fdc1726c6fae7e021dbc1592a30a8bcd8961d6830396988457e1f49743db583b', '2026-11-30 16:08:27.341095+00');
insert into portal_migrations (name, checksum, applied_at) values ('0038_school_structure', '16d376d4d361c191e5a877aab95e04b63860cfe85588509d0e99fd794ae17dec', '2026-11-30 16:08:27.345589+00');
insert into portal_migrations (name, checksum, applied_at) values ('0039_first_run', 'a25fccc044a953011ac361a86d11106e4a51bde9a16c6653638076a130d0315b', '2026-11-30 16:08:27.424808+00');
insert into portal_migrations (name, checksum, applied_at) values ('0040_people', '742a38dba5c16d4ec849fb5ceff829438b887780a0aa50a390811120b4d5d760', '2026-11-30 16:08:27.428324+00');
insert into portal_migrations (name, checksum, applied_at) values ('0041_administration_application', 'f47f4c14cbbc082b88c49f91646eee77293d8e7f2bd095990f243128ee4ffbc7', '2026-11-30 16:08:27.433404+00');
insert into portal_migrations (name, checksum, applied_at) values ('0042_imports', 'b35c8f36dced0bded2ed71673c8369d73ed70d02f6d2a360995daef53cceab40', '2026-11-30 16:08:27.434437+00');
insert into portal_migrations (name, checksum, applied_at) values ('0043_one_roster', 'efa954344692744c6d493c53c87fde8d913ce2657c492686f39720361166844d', '2026-11-30 16:08:27.457274+00');
insert into portal_migrations (name, checksum, applied_at) values ('0044_roles', '846c5b92caaf40f4d229d7d9b42b6273e6f03d965cc0e278b132a01f1bf40c1a', '2026-11-30 16:08:27.469453+00');
insert into portal_migrations (name, checksum, applied_at) values ('0045_school_year', 'acba713b15f6ce5f4af414559ab1bbba40d9013cd06cb888b5e9caf72014f45c', '2026-11-30 16:08:27.49704+00');
insert into portal_migrations (name, checksum, applied_at) values ('0046_applications', '82d84d178e41f5eca1b1f6c52cd9bda35a3b753cdd9e722a7d32ef2643fe2c4b', '2026-11-30 16:08:27.508975+00');
insert into portal_migrations (name, checksum, applied_at) values ('0047_publications', '5c52653d1de0ec03e53afa43278bc0187adec878f6a74b831b537f0afb0b8ba2', '2026-11-30 16:08:27.520211+00');
insert into portal_migrations (name, checksum, applied_at) values ('0048_branding', '2d89f7a5043dba6b31eab643dc74f22644b76c6faa69574611423dacfc7b9d5b', '2026-11-30 16:08:27.543772+00');
insert into portal_migrations (name, checksum, applied_at) values ('0049_operator', 'abb267985f2f25c540e934d81a0ded3a8f4c83d37e89340f94e4957defbb3517', '2026-11-30 16:08:27.554657+00');
insert into portal_migrations (name, checksum, applied_at) values ('0050_person', '89a03630b8ec8007b3aa10db32780ebf7499940e01df430b91b1b162a2e42bf9', '2026-11-30 16:08:27.574507+00');
insert into portal_migrations (name, checksum, applied_at) values ('0051_scheduled_imports', '89421e0f2a11f5b7b1cbd7660f7ff7a04c0f3d56cdb9d1810d9044c0332d97fe', '2026-11-30 16:08:27.582052+00');
insert into portal_migrations (name, checksum, applied_at) values ('0052_areas', '52883605645111b603ebb9a24fa24791c942c6b584f66298780c173a40e1204a', '2026-11-30 16:08:27.618619+00');
insert into portal_migrations (name, checksum, applied_at) values ('0053_settings_and_third_parties', '45887a78c57a600d3344f0f2764858c46d83a99485d65e51ac2c35ea3cb95e89', '2026-11-30 16:08:27.642873+00');
insert into portal_migrations (name, checksum, applied_at) values ('0054_session_english_name', '7b8c0d133d95fffb72e6e17e3fbe67779d24a62c1d0fabb0065f1d07921cdf9f', '2026-11-30 16:08:27.653401+00');
insert into portal_migrations (name, checksum, applied_at) values ('0055_merge_people', '996152424446d2385a6c3c40c0e6177fed9c05a82d85996c10b0a80df3d5014f', '2026-11-30 16:08:27.654132+00');
insert into portal_migrations (name, checksum, applied_at) values ('0056_unit_exports_and_offices', '751136ac87ec0d827ed4fcd0475e5b7c97edf2612d3e99cbac05c39f5550f299', '2026-11-30 16:08:27.659363+00');
insert into portal_migrations (name, checksum, applied_at) values ('0057_search_text', 'a09bacebea1d1d3bc2b6eb88ee8eeb49f6bc83257d13c198cb689f1dddfc6098', '2026-11-30 16:08:27.686241+00');
insert into portal_migrations (name, checksum, applied_at) values ('0058_undo_job', 'edc85c3fbafef4a78fdd928c10998b8aa89b89309fd72705e9daa20cdaf12a58', '2026-11-30 16:08:27.695851+00');
insert into portal_migrations (name, checksum, applied_at) values ('0059_answers', '6955561f762e48fb42d815b3199e4d707aff944f33f1d35590c5d52b71ffcada', '2026-11-30 16:08:27.707468+00');
insert into portal_migrations (name, checksum, applied_at) values ('0060_file_bin', 'f9164e4f3bef729334c9be7d417572627b82e2156121b13b4198c3e8dc8f57f7', '2026-11-30 16:08:27.711419+00');
insert into portal_migrations (name, checksum, applied_at) values ('0061_shares', 'c7ebd846de0e3eec1c275344c0ac347b081bc834ba1841a24129d1076449a73b', '2026-11-30 16:08:27.714075+00');
insert into portal_migrations (name, checksum, applied_at) values ('0062_hand_ins', '26502a34c1667d645fe94e69719cda22ba829255398f49e3d15fbe3041254825', '2026-11-30 16:08:27.731691+00');
insert into portal_migrations (name, checksum, applied_at) values ('0063_today_cards', '2d620e3a3bdb998ed1d25f775a10acc5531cba71a71bce3562d6709f9f867c0c', '2026-11-30 16:08:27.764985+00');
insert into portal_migrations (name, checksum, applied_at) values ('0064_absences', '8042d7af672d4afe3a4d057816adea2bd38b94e35463534c87b3ee84f825d75f', '2026-11-30 16:08:27.769724+00');
insert into portal_migrations (name, checksum, applied_at) values ('0065_linked_schools', 'f513f60426f63ce745329385ca963907bbcd6b0fa0857154261ba10ca84f684c', '2026-11-30 16:08:27.787337+00');
insert into portal_migrations (name, checksum, applied_at) values ('0066_file_versions', '81c399ebded8dcf4074763b59d6739e3b8ca84a80477fd44465b377f39edf1de', '2026-11-30 16:08:27.802867+00');
insert into portal_migrations (name, checksum, applied_at) values ('0067_hand_in_storage', 'a0d285206c2b2d57dd9b5b5e8d7b4fcba924ce684a05ecc1764d261feb8b42ed', '2026-11-30 16:08:27.816635+00');
insert into portal_migrations (name, checksum, applied_at) values ('0068_class_publications', '6e33e6746a92bde36522204bb34fc020e4e09eb89600648bfcf415818b5cfc0a', '2026-11-30 16:08:27.82141+00');
insert into portal_migrations (name, checksum, applied_at) values ('0069_share_receivers', '177deb1307bd99f3577c5b59064704e36fa5aaacf8ebe2f8da99b01d1853983b', '2026-11-30 16:08:27.825784+00');
insert into portal_migrations (name, checksum, applied_at) values ('0070_taught_classes', '62c0079e85b5650e43e853c8b9ea872ce917b8e6b0300dc3c5c1f100878dc13d', '2026-11-30 16:08:27.829597+00');
insert into portal_migrations (name, checksum, applied_at) values ('0071_shared_entry', '5fffe6d50d8edc31739d1d4043f428b289226f175eb5f9cbefc20d8c727ddb5c', '2026-11-30 16:08:27.830042+00');
insert into portal_migrations (name, checksum, applied_at) values ('0072_account_links', '61c5e95f145f7a3d5d6bc58d4a6cabf6e758e39cae98b56162062a1d1597d25a', '2026-11-30 16:08:27.830578+00');
insert into portal_migrations (name, checksum, applied_at) values ('0073_ticket_rights', '4d7b11f2fd7bf706150bb4cd74d1250dbc85658bbd35c7be9fb23d03cba30126', '2026-11-30 16:08:27.837096+00');
insert into portal_migrations (name, checksum, applied_at) values ('0074_operators_unit', '9e319203d2ec06c820b60882c62e426b753663352396775737af7410ebb37893', '2026-11-30 16:08:27.839961+00');
insert into portal_migrations (name, checksum, applied_at) values ('0075_operators_apart', '43e78629f3b1f8cefedfb806c53b1e9463b5ff816f25f7b0c21620db703ed957', '2026-11-30 16:08:27.853603+00');
insert into portal_migrations (name, checksum, applied_at) values ('0076_hand_in_keepers', '15d066fc04117352cf75798e601329bf716a9a79c19691aa7d40b12deb00e7ab', '2026-11-30 16:08:27.857504+00');
insert into portal_migrations (name, checksum, applied_at) values ('0077_import_values', 'e2a8f5e1b3060c689943c33ecdad793f64a6dd54a5bdb063698f28db09d2c0e2', '2026-11-30 16:08:27.859142+00');
insert into portal_migrations (name, checksum, applied_at) values ('0078_fold_text', '356d0109a74d32f9d1051e6a815857e80de1522f475d9fef980a68b5155a20e5', '2026-11-30 16:08:27.859617+00');
insert into portal_migrations (name, checksum, applied_at) values ('0079_phones', '9c9f2ee6d82d10004d3ceca1c3ca4e2d4427b1472f2081e02f8abcdf9c70becf', '2026-11-30 16:08:27.889833+00');
insert into portal_migrations (name, checksum, applied_at) values ('0080_import_state', '4a39f128bc1fe64b483385490c2ed3fd9d8ad91487289530e22a20f4cfd9b75f', '2026-11-30 16:08:27.892409+00');
insert into portal_migrations (name, checksum, applied_at) values ('0081_guardians_without_login', '5518549faf729f3f56f93d149b9ff5be3cd1f626b0a8078958b2be6d705278b6', '2026-11-30 16:08:27.896704+00');
insert into portal_migrations (name, checksum, applied_at) values ('0082_person_detail', '80380ff8a4682700317b8b0dee5474ca6f6edb80c418741604e5866ce8043f80', '2026-11-30 16:08:27.905711+00');
insert into portal_migrations (name, checksum, applied_at) values ('0083_guardian_origin', '4c779321a7ff60c9f30470eafe1185ecc3ab62f81950e1896b89afc06bce8bb1', '2026-11-30 16:08:27.914678+00');
insert into portal_migrations (name, checksum, applied_at) values ('0084_own_language', '94802c5275df3dd0095d0933231cc1defa4c0ce51c4524f1bb1b98163711e171', '2026-11-30 16:08:27.936048+00');
insert into portal_migrations (name, checksum, applied_at) values ('0085_scoped_messages', '55bbc2d509974dc4767a1deded8471b7a8e7cf5c71e0b7aa52ee089af8972e21', '2026-11-30 16:08:27.936913+00');
insert into portal_migrations (name, checksum, applied_at) values ('0086_grading_periods', '1a5acb5151dc731419bba754758d3182ecbb3b1c40ce7019f83c1986ec3d0520', '2026-11-30 16:08:27.939615+00');
insert into portal_migrations (name, checksum, applied_at) values ('0087_session_began_as', '48fb3b39244e04276c70c241f830f4249484dbf601040dbc6b3602d367964f11', '2026-11-30 16:08:27.94688+00');
insert into portal_migrations (name, checksum, applied_at) values ('0088_operator_flag', 'd2d2b129d67a3ba4f170ce27ef57657daf20588272e17a834ae5d2316c8c067d', '2026-11-30 16:08:27.949311+00');
insert into portal_migrations (name, checksum, applied_at) values ('0089_guardian_code_maker', '523e3bc5b04ced5925112e32b43cdd928b5a3f7fa1fc651a9ccf46ea4d9ba9e1', '2026-11-30 16:08:27.961273+00');
insert into portal_migrations (name, checksum, applied_at) values ('0090_issued_credentials', '9fc1e0c707f3efad824ab9114828fe7d66d21d135ee1111aa4e44b02717ffccd', '2026-11-30 16:08:27.989029+00');
insert into portal_migrations (name, checksum, applied_at) values ('0091_face_photo_giver', '41cd3c567179000bc83b9a5caf924b4f44724fd44f6ed7c842a804129bfd6139', '2026-11-30 16:08:28.001037+00');
insert into portal_migrations (name, checksum, applied_at) values ('0092_rights_at_their_time', '6850907df29f4fb946ae108186d5813390e6ca58dbbfbf88c52976a7f5e8d3fb', '2026-11-30 16:08:28.010857+00');
insert into portal_migrations (name, checksum, applied_at) values ('0093_sealed_import_rows', 'a83d176ec4471f0f2c7eaffd9d42bbf1244815153283604e5c6fc3c8cb6752b2', '2026-11-30 16:08:28.011986+00');
insert into portal_migrations (name, checksum, applied_at) values ('0094_sessions_by_password', 'f3ddd2136df468e5f8042f282cd8d243b47878cc2f135b8a5650d2f863fa8548', '2026-11-30 16:08:28.013416+00');
insert into portal_migrations (name, checksum, applied_at) values ('0095_streams_held_back', 'd33598cc10e97856376c845ab6c9b7c590f6ccdd9d1029b791991b685d7dab8c', '2026-11-30 16:08:28.017355+00');
insert into portal_migrations (name, checksum, applied_at) values ('0096_uncertain_times', '96c50c34343c588c3427187966c75a63fbbaf52aeff86154a1e09f0ef4c616c6', '2026-11-30 16:08:28.018353+00');
insert into portal_migrations (name, checksum, applied_at) values ('0097_authentication_time', '77409b3de7addf5b09a4d48eb13d3bfa575dfad75ebbc191fc807479f435434d', '2026-11-30 16:08:28.033371+00');
insert into portal_migrations (name, checksum, applied_at) values ('0098_provider_discovery', '5c4d4e18084fb5adba50ea5e02637d9ec69c62192f3975ccecef9e3a0d60ce7a', '2026-11-30 16:08:28.035979+00');
insert into portal_migrations (name, checksum, applied_at) values ('0099_passkey_address', '9259075c0dabd05509dd039e4a05be16f16151c7a6dbe38e3e5240d1fb5e784b', '2026-11-30 16:08:28.038934+00');
insert into portal_migrations (name, checksum, applied_at) values ('0100_known_hosts', 'f6eb2e23e275b7a0d8a0d9dfa865292c6b68c38753d3e3f10053f1f3a69f8e6f', '2026-11-30 16:08:28.042718+00');
alter table portal_migrations enable trigger user;
alter table publication disable trigger user;
insert into publication (publication_id, unit_id, kind, author_id, title, english_title, body, english_body, importance, url, application_code, due_on, audience, state, send_at, sent_at, recalled_at, reminded_at, expected, recipients, sent_up_to, message_id, created_at, area_publication_id, office_name, office_english_name, client_id, client_key, client_request, sender_name, sender_english_name, asks, of_classes) values ('01990000-0000-7000-8000-1a9b00383d8b', '01990000-0000-7000-8000-01c178f949d8', 'message', '01990000-0000-7000-8000-480f3ec42327', 'made', 'made', 'made', 'made', '1', NULL, 'made', '2026-09-01', '{}', 'sent', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '1', '1', '01990000-0000-7000-8000-24441c781829', '01990000-0000-7000-8000-33186a7133ee', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-7427bb115b41', 'made', 'made', 'made', 'made', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', 'made', 'made', NULL, 'true');
alter table publication enable trigger user;
alter table publication_file disable trigger user;
insert into publication_file (attachment_id, unit_id, publication_id, "position", name, sha256, created_at) values ('01990000-0000-7000-8000-095faabc44c8', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-1a9b00383d8b', '1', 'made', '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-09-01 08:00:00+00');
alter table publication_file enable trigger user;
alter table rate_limit disable trigger user;
insert into rate_limit (unit_id, key, spent_until, pace) values ('01990000-0000-7000-8000-2e9edbcf3f0c', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-09-01 08:00:00+00', '00:00:01');
alter table rate_limit enable trigger user;
alter table recovery_code disable trigger user;
insert into recovery_code (unit_id, user_id, slot, code_hash, used_at) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', '1', 'made', '2026-09-01 08:00:00+00');
alter table recovery_code enable trigger user;
alter table role_member disable trigger user;
insert into role_member (unit_id, role_id, user_id, member_id, class_id, department_id, user_type, scope_campus_id, scope_grade_id, scope_class_id) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-591486c8798c', '01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-cc902eec20bb', NULL, NULL, NULL, '01990000-0000-7000-8000-6f221311444b', NULL, NULL);
alter table role_member enable trigger user;
alter table roster_change disable trigger user;
insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted, class_id, user_id, role) values ('01990000-0000-7000-8000-01c178f949d8', '01a22d4b-e31d-7964-a4bb-995cdeb67dd0', 'class', '2026-11-30 16:31:17.790284+00', 'false', NULL, NULL, NULL);
insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted, class_id, user_id, role) values ('01990000-0000-7000-8000-01c178f949d8', 'head-01a22d4b-e31d-7964-a4bb-995cdeb67dd0', 'enrollment', '2026-11-30 16:31:17.790325+00', 'false', '01a22d4b-e31d-7964-a4bb-995cdeb67dd0', '01990000-0000-7000-8000-480f3ec42327', 'teacher');
insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted, class_id, user_id, role) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-a8cca44586ca', 'class', '2026-11-30 16:31:17.802208+00', 'false', NULL, NULL, NULL);
insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted, class_id, user_id, role) values ('01990000-0000-7000-8000-01c178f949d8', 'head-01990000-0000-7000-8000-a8cca44586ca', 'enrollment', '2026-11-30 16:31:17.802259+00', 'false', '01990000-0000-7000-8000-a8cca44586ca', '01990000-0000-7000-8000-480f3ec42327', 'teacher');
insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted, class_id, user_id, role) values ('01990000-0000-7000-8000-01c178f949d8', '01a22d4b-e33c-7da0-b3bf-2152706c8327', 'user', '2026-11-30 16:31:17.821633+00', 'false', NULL, NULL, 'student');
insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted, class_id, user_id, role) values ('01990000-0000-7000-8000-01c178f949d8', 'in-01a22d4b-e33c-7da0-b3bf-2152706c8327', 'enrollment', '2026-11-30 16:31:17.821669+00', 'false', '01990000-0000-7000-8000-a8cca44586ca', '01a22d4b-e33c-7da0-b3bf-2152706c8327', 'student');
insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted, class_id, user_id, role) values ('01990000-0000-7000-8000-01c178f949d8', 'teach-01990000-0000-7000-8000-a8cca44586ca-01990000-0000-7000-8000-480f3ec42327', 'enrollment', '2026-11-30 16:31:18.181892+00', 'false', '01990000-0000-7000-8000-a8cca44586ca', '01990000-0000-7000-8000-480f3ec42327', 'teacher');
insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted, class_id, user_id, role) values ('01990000-0000-7000-8000-01c178f949d8', '01a22d4b-e4ac-7849-b74c-7a96337bb2ae', 'session', '2026-11-30 16:31:18.188337+00', 'false', NULL, NULL, 'schoolYear');
insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted, class_id, user_id, role) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-ecdc89d29e8b', 'session', '2026-11-30 16:31:18.19084+00', 'false', NULL, NULL, 'schoolYear');
insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted, class_id, user_id, role) values ('01990000-0000-7000-8000-01c178f949d8', '01a22d4b-e579-7480-901b-7776c75d3231', 'session', '2026-11-30 16:31:18.394013+00', 'false', NULL, NULL, 'term');
insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted, class_id, user_id, role) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-5ad77a2d1864', 'session', '2026-11-30 16:31:18.401383+00', 'false', NULL, NULL, 'term');
insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted, class_id, user_id, role) values ('01990000-0000-7000-8000-01c178f949d8', '01a22d4b-e588-7117-a5d3-db1df2719ccc', 'session', '2026-11-30 16:31:18.409107+00', 'false', NULL, NULL, 'gradingPeriod');
insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted, class_id, user_id, role) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-9a66015e87e9', 'session', '2026-11-30 16:31:18.41139+00', 'false', NULL, NULL, 'gradingPeriod');
insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted, class_id, user_id, role) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-27b0dff41ac6', 'user', '2026-11-30 16:31:18.470264+00', 'false', NULL, NULL, 'student');
insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted, class_id, user_id, role) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', 'user', '2026-11-30 16:31:19.250444+00', 'false', NULL, NULL, NULL);
insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted, class_id, user_id, role) values ('01a22d4b-e9fe-7e51-85fd-c4057930b189', '01a22d4b-e9fe-7752-8870-ffe3f9e90dfb', 'user', '2026-11-30 16:31:19.551963+00', 'false', NULL, NULL, NULL);
alter table roster_change enable trigger user;
alter table roster_view disable trigger user;
insert into roster_view (user_id, unit_id, columns, saved_at) values ('01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-01c178f949d8', '{}', '2026-09-01 08:00:00+00');
alter table roster_view enable trigger user;
alter table second_step disable trigger user;
insert into second_step (user_id, unit_id, sealed_secret, last_step, since, failures, blocked_until, made_for) values ('01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-01c178f949d8', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '1', '2026-09-01 08:00:00+00', '1', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-f5d190c178e0');
alter table second_step enable trigger user;
alter table second_step_setup disable trigger user;
insert into second_step_setup (user_id, unit_id, session_id, sealed_secret, expires_at) values ('01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-03b9810ab061', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-09-01 08:00:00+00');
alter table second_step_setup enable trigger user;
alter table setup_code disable trigger user;
insert into setup_code (code_hash, expires_at) values (E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-09-01 08:00:00+00');
alter table setup_code enable trigger user;
alter table sign_in_event disable trigger user;
insert into sign_in_event (event_id, unit_id, user_id, kind, at, address, user_agent) values ('01990000-0000-7000-8000-fd95201ed842', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', 'signed-in', '2026-09-01 08:00:00+00', 'made', 'made');
alter table sign_in_event enable trigger user;
alter table social_attempt disable trigger user;
insert into social_attempt (state_hash, unit_id, provider_id, browser_hash, secrets, callback, return_to, expires_at) values (E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-16ecc453bfc4', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', 'made', 'made', '2026-09-01 08:00:00+00');
alter table social_attempt enable trigger user;
alter table staff_member disable trigger user;
insert into staff_member (user_id, unit_id, staff_number, english_name, position_title, english_position_title, department_id) values ('01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-01c178f949d8', 'made', 'made', 'made', 'made', '01990000-0000-7000-8000-89253305dafa');
alter table staff_member enable trigger user;
alter table storage_folder disable trigger user;
insert into storage_folder (folder_id, unit_id, owner_id, parent_id, name, created_at, deleted_at, removed_with) values ('01990000-0000-7000-8000-151efa2ef5f3', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', NULL, 'made', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-1ce13bc6ee36');
alter table storage_folder enable trigger user;
alter table storage_file disable trigger user;
insert into storage_file (file_id, unit_id, owner_id, folder_id, name, asked_name, sha256, created_at, deleted_at, removed_with, size, version, written_by) values ('01990000-0000-7000-8000-80b886a60878', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-151efa2ef5f3', 'made', 'made', '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-ac14744b6f2b', '1', '1', '01990000-0000-7000-8000-480f3ec42327');
alter table storage_file enable trigger user;
alter table storage_file_version disable trigger user;
insert into storage_file_version (version_id, unit_id, owner_id, file_id, number, sha256, size, user_id, created_at, replaced_at) values ('01990000-0000-7000-8000-f1eb1f44dae5', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-80b886a60878', '1', '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '1', '01990000-0000-7000-8000-480f3ec42327', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table storage_file_version enable trigger user;
alter table storage_lease disable trigger user;
insert into storage_lease (lease_id, unit_id, sha256, removes, expires_at) values ('01990000-0000-7000-8000-f3f1a2bf6301', '01990000-0000-7000-8000-01c178f949d8', 'made', 'true', '2026-09-01 08:00:00+00');
alter table storage_lease enable trigger user;
alter table storage_share disable trigger user;
insert into storage_share (share_id, unit_id, owner_id, file_id, folder_id, user_id, class_id, grade_id, department_id, role_id, may_edit, until_on, expires_at, created_at) values ('01990000-0000-7000-8000-eaf97c4a8047', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', '01990000-0000-7000-8000-80b886a60878', NULL, '01990000-0000-7000-8000-480f3ec42327', NULL, NULL, NULL, NULL, 'true', NULL, NULL, '2026-09-01 08:00:00+00');
alter table storage_share enable trigger user;
alter table storage_upload disable trigger user;
insert into storage_upload (upload_id, unit_id, owner_id, md5, size, chunks, chunk_size, created_at, touched_at, begun_as) values ('01990000-0000-7000-8000-ed7ffd0bdd9a', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '1', '1', '1', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', NULL);
alter table storage_upload enable trigger user;
alter table storage_upload_chunk disable trigger user;
insert into storage_upload_chunk (upload_id, chunk, unit_id) values ('01990000-0000-7000-8000-ed7ffd0bdd9a', '1', '01990000-0000-7000-8000-dc5ea9084b2f');
alter table storage_upload_chunk enable trigger user;
alter table storage_use disable trigger user;
insert into storage_use (unit_id, bytes) values ('01990000-0000-7000-8000-01c178f949d8', '2');
alter table storage_use enable trigger user;
alter table theme_change disable trigger user;
insert into theme_change (change_id, unit_id, user_id, kind, theme, theme_color, previous_theme, previous_theme_color, previous_synced_at, at) values ('01990000-0000-7000-8000-2838f8419264', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', 'default', 'made', 'made', 'made', 'made', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table theme_change enable trigger user;
alter table today_card disable trigger user;
insert into today_card (unit_id, user_id, code, title, english_title, body, english_body, place, ends_at, saved_at) values ('01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', 'made', 'made', 'made', 'made', 'made', '', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00');
alter table today_card enable trigger user;
alter table todo disable trigger user;
insert into todo (todo_id, unit_id, user_id, module, title, url, created_at, closed_at, student_id, due_on, reminded_at, publication_id, asks, form, answer, reply) values ('01990000-0000-7000-8000-2a3727ecd840', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', 'made', 'made', NULL, '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-27b0dff41ac6', '2026-09-01', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-1a9b00383d8b', NULL, 'made', NULL, 'made');
alter table todo enable trigger user;
alter table unit_export disable trigger user;
insert into unit_export (export_id, unit_id, with_files, state, progress, code, size, sha256, created_at, finished_at, expires_at, opened_session, opened_until) values ('01990000-0000-7000-8000-c453ecdd8530', '01990000-0000-7000-8000-01c178f949d8', 'true', 'waiting', '1', 'made', '1', NULL, '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-ce05bf58e5ab', '2026-09-01 08:00:00+00');
alter table unit_export enable trigger user;
alter table unit_host disable trigger user;
insert into unit_host (host, unit_id, is_main) values ('made', '01990000-0000-7000-8000-01c178f949d8', 'true');
alter table unit_host enable trigger user;
alter table unit_logo disable trigger user;
insert into unit_logo (unit_id, media_type, content) values ('01990000-0000-7000-8000-01c178f949d8', 'image/png', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e');
alter table unit_logo enable trigger user;
alter table unit_mail disable trigger user;
insert into unit_mail (unit_id, host, port, secure, user_name, password_sealed, from_address, changed_at) values ('01990000-0000-7000-8000-01c178f949d8', 'made', '1', 'tls', 'made', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', 'made@example.org', '2026-09-01 08:00:00+00');
alter table unit_mail enable trigger user;
alter table user_client disable trigger user;
insert into user_client (client_hash, unit_id, user_id, name, created_at, last_used_at, revoked_at, user_client_id, authenticated_at) values (E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-480f3ec42327', 'made', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '2026-09-01 08:00:00+00', '01990000-0000-7000-8000-e0789c76f4d3', '2026-09-01 08:00:00+00');
alter table user_client enable trigger user;
alter table vocabulary disable trigger user;
insert into vocabulary (vocabulary_id, unit_id, language, phrase, app_code, url, user_types, permission) values ('01990000-0000-7000-8000-8d127c25d00d', '01990000-0000-7000-8000-01c178f949d8', 'zh-CN', 'made', 'made', '', '{}', 'made');
alter table vocabulary enable trigger user;
alter table voice_service disable trigger user;
insert into voice_service (unit_id, region, token_url, gateway_url, key_id, key_secret, app_key, english_app_key, changed_at) values ('01990000-0000-7000-8000-01c178f949d8', 'made', 'made', 'made', 'made', E'\\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', 'made', 'made', '2026-09-01 08:00:00+00');
alter table voice_service enable trigger user;
alter table year_turn disable trigger user;
insert into year_turn (turn_id, unit_id, from_year_id, to_year_id, user_id, at, counts, undo) values ('01990000-0000-7000-8000-a10e8f006dec', '01990000-0000-7000-8000-01c178f949d8', '01990000-0000-7000-8000-ecdc89d29e8b', '01990000-0000-7000-8000-ecdc89d29e8b', '01990000-0000-7000-8000-480f3ec42327', '2026-09-01 08:00:00+00', '{}', '{}');
alter table year_turn enable trigger user;
