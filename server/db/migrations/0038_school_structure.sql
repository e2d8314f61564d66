-- What a school has beyond its classes of today: years and terms, departments, subjects and who teaches them, classes of earlier years, pupils who left,
-- and the identifiers that other systems give to its rows.

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

create table department (
  department_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  name text not null check (name <> ''),
  english_name text not null,
  position integer not null default 0,
  unique (unit_id, department_id),
  unique (unit_id, name)
);
insert into department (unit_id, name, english_name, position)
select s.unit_id, s.department, min(s.english_department), row_number() over (partition by s.unit_id order by s.department) - 1
from staff_member s where s.department <> '' group by s.unit_id, s.department;
alter table staff_member add column department_id uuid;
alter table staff_member add foreign key (unit_id, department_id) references department (unit_id, department_id) on delete set null (department_id);
update staff_member s set department_id = d.department_id from department d where d.unit_id = s.unit_id and d.name = s.department;
alter table staff_member drop column department, drop column english_department;
create index on staff_member (unit_id, department_id);

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

-- The head teacher is in the class.
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

-- A class that has graduated, and is shown in earlier years alone.
alter table class_group add column closed_on date;

-- A pupil without a class has left.
alter table student alter column class_id drop not null;
alter table student add column left_on date;
alter table student add column left_reason text check (left_reason in ('graduated', 'left'));
alter table student add check ((class_id is null) = (left_on is not null) and (left_on is null) = (left_reason is null));

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
  foreign key (unit_id, class_id, year_id) references class_year (unit_id, class_id, year_id) on delete cascade,
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade
);
create index on class_year_pupil (class_id, year_id);

-- What a guardian may do besides seeing the child's portal.
alter table guardian add column may_consent boolean not null default true;
alter table guardian add column is_emergency_contact boolean not null default false;

-- As in the lists of pupils and employees; '' where the school has none.
alter table user_account add column english_name text not null default '';
update user_account a set english_name = s.english_name from staff_member s where s.user_id = a.user_id;
update user_account a set english_name = s.english_name from student s where s.user_id = a.user_id;

-- Given by the school, printed or mailed: the person chooses another with the next sign-in.
alter table credential add column is_first boolean not null default false;

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

select portal_isolate('school_year');
select portal_isolate('term');
select portal_isolate('department');
select portal_isolate('subject');
select portal_isolate('class_teacher');
select portal_isolate('class_year');
select portal_isolate('class_year_pupil');
select portal_isolate('external_key');
