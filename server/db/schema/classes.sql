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

create table grade (
  grade_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  name text not null,
  english_name text not null,
  position integer not null default 0,
  unique (unit_id, grade_id)
);

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

create table department (
  department_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  name text not null check (name <> ''),
  english_name text not null,
  position integer not null default 0,
  unique (unit_id, department_id),
  unique (unit_id, name)
);

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

create table class_year_pupil (
  unit_id uuid not null,
  class_id uuid not null,
  year_id uuid not null,
  student_id uuid not null,
  primary key (student_id, year_id, class_id),
  foreign key (unit_id, class_id, year_id) references class_year (unit_id, class_id, year_id) on delete cascade
);
create index on class_year_pupil (class_id, year_id);

-- Each turn that was not undone, with what undoes it: identifiers alone, no names of people.
create table year_turn (
  turn_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  from_year_id uuid not null,
  to_year_id uuid not null,
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
