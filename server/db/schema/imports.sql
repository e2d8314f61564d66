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

-- Which columns of a sheet are which field, as an administrator said once, by a hash of its headings.
create table import_mapping (
  unit_id uuid not null references unit on delete cascade,
  signature bytea not null check (octet_length(signature) = 32),
  mapping jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (unit_id, signature)
);

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

-- Foreign keys of earlier tables.
alter table guardian add foreign key (unit_id, origin_import) references import_run (unit_id, import_id) on delete set null (origin_import);
