-- A unit's settings of attendance. A unit without a row has the defaults.
create table attendance_settings (
  unit_id uuid primary key references unit,
  -- An IANA name; days, times of rules and what people type are meant in it.
  time_zone text not null default 'Asia/Shanghai',
  -- Guardians get a message when their child comes late.
  notify_late boolean not null default false,
  -- Months after which attendance events are deleted.
  retention_months integer not null default 36 check (retention_months between 3 and 120),
  changed_at timestamptz not null default now(),
  -- Whether people may clock in by face in the portal too, and not only at stations.
  portal_clock_in boolean not null default true,
  -- Whether guardians may ask to excuse an absence.
  parent_excuse boolean not null default true
);

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

-- Days that are not what their weekday says.
create table attendance_day (
  unit_id uuid not null references unit,
  date date not null,
  kind text not null check (kind in ('holiday', 'workday')),
  name text not null check (name = btrim(name) and name <> ''),
  english_name text not null default '',
  primary key (unit_id, date)
);

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
revoke update, delete on attendance_delivery from portal_app;
grant update on attendance_delivery to portal_personal_data;

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

-- A request to add an attendance event. `date` and `time` are in the unit's time zone.
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
revoke delete on attendance_correction from portal_app;
grant delete on attendance_correction to portal_personal_data;

-- A person came or went. Append-only for the application.
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
-- A capture makes one event, also when its delivery is repeated.
create unique index on attendance_event (station_id, seq);
create unique index on attendance_event (correction_id);
create index on attendance_event (student_id, at);
create index on attendance_event (user_id, at);
create index on attendance_event (unit_id, at);
revoke update, delete on attendance_event from portal_app;
grant update, delete on attendance_event to portal_personal_data;

-- The pupils and days for which guardians were told that the pupil came late.
create table attendance_notice (
  student_id uuid not null,
  date date not null,
  unit_id uuid not null,
  primary key (student_id, date),
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade
);
create index on attendance_notice (date);
revoke update, delete on attendance_notice from portal_app;
grant update, delete on attendance_notice to portal_personal_data;

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
revoke delete on attendance_absence from portal_app;
grant delete on attendance_absence to portal_personal_data;

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
revoke delete on attendance_uncertain from portal_app;
grant delete on attendance_uncertain to portal_personal_data;
