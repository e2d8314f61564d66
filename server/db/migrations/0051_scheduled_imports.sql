-- The rows of a file as it has them, a thousand at a time in compressed JSON: sheets are given back from them with the errors marked.
create table import_source (
  import_id uuid not null,
  unit_id uuid not null,
  piece integer not null,
  content bytea not null,
  primary key (import_id, piece),
  foreign key (unit_id, import_id) references import_run (unit_id, import_id) on delete cascade
);
-- They are compressed already.
alter table import_source alter column content set storage external;

-- Of each sheet its row of headings and its columns.
alter table import_run add column shapes jsonb not null default '[]';

select portal_isolate('import_source');

-- Imports that a unit's schedule began, and files that it could not read.
alter table import_run add column scheduled boolean not null default false;
alter table import_run drop constraint import_run_status_check;
alter table import_run add constraint import_run_status_check
  check (status in ('reading', 'ready', 'applying', 'applied', 'failed', 'stale', 'undone', 'cancelled', 'refused'));

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

select portal_isolate('import_schedule');
select portal_isolate('import_taken');

select portal_jobs.create_queue('scheduled-import', '{"policy": "standard"}');

-- The first page of a list of people by name reads as far as it needs; closed accounts are few.
create index on student (unit_id, name_letters, real_name, student_id);
create index on user_account (unit_id, name_letters, real_name, user_id);
create index on user_account (unit_id, user_id) where status <> 1;
