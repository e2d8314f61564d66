-- The turn of the year, and what teachers do for the accounts of their own class.

-- Each turn that was not undone, with what undoes it: identifiers alone, no names of people.
create table year_turn (
  turn_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  from_year_id uuid not null,
  to_year_id uuid not null,
  -- Null after the account was erased.
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

select portal_isolate('year_turn');

-- Head teachers need no code. With this one, teachers of a subject in a class may do the same; administrators alone have it until the school grants it.
insert into permission (unit_id, code, name, parent_code, position)
select p.unit_id, 'roster_passwords', '任课教师重置学生密码', 'roster', 113 from permission p where p.code = 'roster'
on conflict do nothing;
insert into permission_grant (unit_id, code, role_id)
select r.unit_id, p.code, r.role_id
from role r join permission p on p.unit_id = r.unit_id
where r.service = 'base' and r.code = 'XX_SYS_' and p.code = 'roster_passwords'
on conflict do nothing;
