-- Grading periods of a term, which come with OneRoster's files and go on to other systems.

create table grading_period (
  period_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  term_id uuid not null,
  name text not null check (name <> ''),
  starts_on date not null,
  -- The last day.
  ends_on date not null check (ends_on >= starts_on),
  source text not null,
  -- Its identifier there.
  source_id text not null,
  foreign key (unit_id, term_id) references term (unit_id, term_id) on delete cascade,
  unique (unit_id, source, source_id)
);
create index on grading_period (unit_id, term_id);
select portal_isolate('grading_period');

-- What a file says of them, and how each was before the import was applied.
alter table import_run add column periods jsonb;

-- Told to OneRoster's readers as terms are.
create trigger roster_insert after insert on grading_period referencing new table as new_rows for each statement execute function portal_note_roster(
  'select unit_id, ''session'', period_id::text, false, null::uuid, null::uuid, ''gradingPeriod'' from new_rows');
create trigger roster_update after update on grading_period referencing old table as old_rows new table as new_rows for each statement execute function portal_note_roster(
  'select unit_id, ''session'', period_id::text, false, null::uuid, null::uuid, ''gradingPeriod'' from new_rows');
create trigger roster_delete after delete on grading_period referencing old table as old_rows for each statement execute function portal_note_roster(
  'select unit_id, ''session'', period_id::text, true, null::uuid, null::uuid, ''gradingPeriod'' from old_rows');
