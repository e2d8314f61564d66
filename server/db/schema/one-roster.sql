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
