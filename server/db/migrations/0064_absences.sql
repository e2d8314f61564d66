-- Notices of absence of pupils: entered by guardians or staff, accepted or declined by the head teacher.

alter table attendance_settings add column parent_excuse boolean not null default true;

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
