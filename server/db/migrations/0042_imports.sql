-- Imports of people and classes: what a file would change, kept until it is applied or undone.

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
  status text not null check (status in ('reading', 'ready', 'applying', 'applied', 'failed', 'stale', 'undone', 'cancelled')),
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
  unique (unit_id, import_id),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete set null (user_id)
);
create index on import_run (unit_id, created_at desc);
-- One at a time is applied.
create unique index on import_run (unit_id) where status = 'applying';

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
  action text check (action in ('new', 'changed', 'unchanged', 'deactivated', 'error', 'ambiguous')),
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
  primary key (import_id, row_no),
  foreign key (unit_id, import_id) references import_run (unit_id, import_id) on delete cascade
);
create index on import_row (import_id, action, row_no);

-- Which columns of a sheet are which field, as an administrator said once, by a hash of its headings.
create table import_mapping (
  unit_id uuid not null references unit on delete cascade,
  signature bytea not null check (octet_length(signature) = 32),
  mapping jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (unit_id, signature)
);

select portal_isolate('import_run');
select portal_isolate('import_row');
select portal_isolate('import_mapping');

-- Imports enter the numbers of guardians.
grant insert, update, delete on guardian_contact to portal_app;

select portal_jobs.create_queue('import', '{"policy": "standard"}');

insert into permission (unit_id, code, name, parent_code, position)
select p.unit_id, 'base_import', '导入与导出人员', 'base', 102 from permission p where p.code = 'base'
on conflict do nothing;
insert into permission_grant (unit_id, code, role_id)
select r.unit_id, p.code, r.role_id
from role r join permission p on p.unit_id = r.unit_id
where r.service = 'base' and r.code = 'XX_SYS_' and p.code = 'base_import'
on conflict do nothing;
