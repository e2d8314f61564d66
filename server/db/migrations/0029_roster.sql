-- Class lists: what a class list says of pupils and guardians beyond their names.

alter table student add column birthday date check (birthday between '1950-01-01' and '2100-01-01');

-- What the guardian is to the pupil; null where the school has not recorded it.
alter table guardian add column relation text check (relation in ('father', 'mother', 'grandparent', 'other'));

-- How a guardian is reached. Apart from the account, so that no query about people carries a number along.
create table guardian_contact (
  parent_id uuid primary key,
  unit_id uuid not null,
  -- The specification's rule: 11 digits, the first of which is 1.
  phone text not null check (phone ~ '^1[0-9]{10}$'),
  changed_at timestamptz not null default now(),
  foreign key (unit_id, parent_id) references user_account (unit_id, user_id) on delete cascade
);
create index on guardian_contact (unit_id, parent_id);

-- The columns of a person's class lists, in their order.
create table roster_view (
  user_id uuid primary key,
  unit_id uuid not null,
  columns jsonb not null,
  saved_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on roster_view (unit_id, user_id);

select portal_isolate('guardian_contact');
select portal_isolate('roster_view');

-- Numbers are entered by the school's import, not by the application.
revoke insert, update, delete on guardian_contact from portal_app;

-- Schools that exist get the application, for teachers and other staff, and its codes. Numbers are for administrators until the school grants more.
insert into application (unit_id, code, name, english_name, short_name, english_short_name, group_code, front_user_types, icon_path, position)
select u.unit_id, 'roster', '班级名册', 'Class lists', '班级名册', 'Class lists', 'ZDYYYFL-CYYY', '{2,4}', '/icons/apps/roster.svg',
  coalesce((select max(a.position) + 1 from application a where a.unit_id = u.unit_id), 0)
from unit u where u.unit_type = '2'
on conflict do nothing;
insert into permission (unit_id, code, name, parent_code, position)
select u.unit_id, added.code, added.name, added.parent_code, added.position
from unit u, (values
  ('roster', '班级名册', null, 110),
  ('roster_contacts', '查看家长电话', 'roster', 111),
  ('roster_export', '导出名册', 'roster', 112)) as added (code, name, parent_code, position)
where u.unit_type = '2'
order by added.position
on conflict do nothing;
insert into permission_grant (unit_id, code, user_type)
select p.unit_id, p.code, t.user_type from permission p, (values (2), (4)) as t (user_type)
where p.code in ('roster', 'roster_export')
on conflict do nothing;
insert into permission_grant (unit_id, code, role_id)
select r.unit_id, p.code, r.role_id
from role r join permission p on p.unit_id = r.unit_id
where r.service = 'base' and r.code = 'XX_SYS_' and p.code = 'roster_contacts'
on conflict do nothing;
