-- A role of a unit. `base` with XX_SYS_ is the administrator's.
create table role (
  role_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  service text not null,
  code text not null,
  name text not null,
  english_name text not null,
  unique (unit_id, role_id),
  unique (unit_id, service, code)
);

-- Who holds a role: an account, all of a class, of a department or of a user type, in the whole unit or in the part that the scope names.
create table role_member (
  unit_id uuid not null,
  role_id uuid not null,
  user_id uuid,
  member_id uuid primary key default portal_new_id(),
  class_id uuid,
  department_id uuid,
  user_type smallint check (user_type between 1 and 4),
  scope_campus_id uuid,
  scope_grade_id uuid,
  scope_class_id uuid,
  foreign key (unit_id, role_id) references role (unit_id, role_id) on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  constraint role_member_holder check (num_nonnulls(user_id, class_id, department_id, user_type) = 1),
  constraint role_member_scope check (num_nonnulls(scope_campus_id, scope_grade_id, scope_class_id) <= 1),
  foreign key (unit_id, class_id) references class_group (unit_id, class_id) on delete cascade,
  foreign key (unit_id, department_id) references department (unit_id, department_id) on delete cascade,
  -- A scope that is deleted must not become the whole unit.
  foreign key (unit_id, scope_campus_id) references campus (unit_id, campus_id) on delete cascade,
  foreign key (unit_id, scope_grade_id) references grade (unit_id, grade_id) on delete cascade,
  foreign key (unit_id, scope_class_id) references class_group (unit_id, class_id) on delete cascade
);
create index on role_member (role_id);
create unique index on role_member (user_id, role_id, class_id, department_id, user_type, scope_campus_id, scope_grade_id, scope_class_id) nulls not distinct;
create index on role_member (class_id) where class_id is not null;
create index on role_member (department_id) where department_id is not null;
create index on role_member (unit_id, user_type) where user_type is not null;
create index on role_member (scope_campus_id) where scope_campus_id is not null;
create index on role_member (scope_grade_id) where scope_grade_id is not null;
create index on role_member (scope_class_id) where scope_class_id is not null;

-- Permission codes: a tree per unit, whose roots are application codes.
create table permission (
  unit_id uuid not null references unit,
  code text not null check (code ~ '^[A-Za-z0-9_-]{1,128}$'),
  name text not null,
  parent_code text,
  position integer not null default 0,
  primary key (unit_id, code),
  foreign key (unit_id, parent_code) references permission (unit_id, code) on delete cascade
);
create index on permission (unit_id, parent_code);

-- Who holds a permission: everybody of a user type, or whoever holds a role.
create table permission_grant (
  unit_id uuid not null,
  code text not null,
  user_type smallint check (user_type between 1 and 4),
  role_id uuid,
  check (num_nonnulls(user_type, role_id) = 1),
  foreign key (unit_id, code) references permission (unit_id, code) on delete cascade,
  foreign key (unit_id, role_id) references role (unit_id, role_id) on delete cascade
);
create unique index on permission_grant (unit_id, code, user_type) where user_type is not null;
create unique index on permission_grant (unit_id, code, role_id) where role_id is not null;
create index on permission_grant (role_id);
