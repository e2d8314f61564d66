-- Clock-ins of stations whose clocks were wrong: who, and between which moments; a holder of the right sets the time, or discards it.

alter table attendance_station add column last_capture_at timestamptz;

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
