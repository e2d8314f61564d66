-- Applications as the administrators of a unit arrange them: their own ones, who sees each, pictures, the desktop that people begin with, and reminders
-- of licences.

alter table application
  -- Made by the unit's administrators, who can delete it.
  add column own boolean not null default false,
  -- The third party that it opens. Without a foreign key: when that is gone there is nothing to open, and nobody sees the application.
  add column client_id text check (client_id is null or own),
  -- What it is limited to; an empty list limits nothing. Without foreign keys: a class that is gone still limits it, or else everyone would see it.
  add column limit_role_ids uuid[] not null default '{}',
  add column limit_class_ids uuid[] not null default '{}',
  add column limit_campus_ids uuid[] not null default '{}',
  -- Deleted, and kept for the undo.
  add column removed_at timestamptz check (removed_at is null or own);

-- The classes that a person has to do with: their own or their children's, and those that they teach.
create function portal_classes(of_user uuid) returns setof uuid language sql stable as $$
  select s.class_id from public.student s where s.user_id = of_user and s.class_id is not null
  union
  select s.class_id from public.guardian g join public.student s on s.student_id = g.student_id
  where g.parent_id = of_user and s.class_id is not null
  union
  select c.class_id from public.class_group c
  where c.closed_on is null and (c.head_teacher_id = of_user
    or exists (select from public.class_teacher t where t.class_id = c.class_id and t.user_id = of_user))
$$;

-- Whether a person has one of the roles, is of one of the classes and of one of the campuses; of an empty list everyone is.
create function portal_is_among(of_user uuid, roles uuid[], classes uuid[], campuses uuid[]) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select (roles = '{}' or exists (select from portal_roles(of_user) as held (role_id) where held.role_id = any (roles)))
    and (classes = '{}' or exists (select from portal_classes(of_user) as own (class_id) where own.class_id = any (classes)))
    and (campuses = '{}' or exists (
      select from portal_classes(of_user) as own (class_id) join class_group c on c.class_id = own.class_id
      where c.campus_id = any (campuses)))
$$;

-- Pictures of applications, small and made by the portal itself; named by the SHA-256 of the content.
create table application_picture (
  unit_id uuid not null references unit on delete cascade,
  picture_id text not null check (picture_id ~ '^[0-9a-f]{64}$'),
  -- An SVG around the picture, with its grey and its cartoon form.
  content bytea not null check (octet_length(content) between 1 and 262144),
  added_at timestamptz not null default now(),
  primary key (unit_id, picture_id)
);

-- The order of icons for people of a type who have none of their own; as desktop_order.
create table desktop_default (
  unit_id uuid not null references unit on delete cascade,
  user_type smallint not null check (user_type between 1 and 4),
  groups jsonb not null,
  primary key (unit_id, user_type)
);

-- Which reminders were sent of the end of a licence; another end has reminders of its own.
create table licence_reminder (
  unit_id uuid not null,
  server_id text not null,
  ends_at timestamptz not null,
  days smallint not null,
  sent_at timestamptz not null default now(),
  primary key (unit_id, server_id, ends_at, days),
  foreign key (unit_id, server_id) references licence (unit_id, server_id) on delete cascade
);

select portal_isolate('application_picture');
select portal_isolate('desktop_default');
select portal_isolate('licence_reminder');

insert into permission (unit_id, code, name, parent_code, position)
select p.unit_id, 'base_application', '应用管理', 'base', 103 from permission p where p.code = 'base'
on conflict do nothing;
insert into permission_grant (unit_id, code, role_id)
select r.unit_id, p.code, r.role_id
from role r join permission p on p.unit_id = r.unit_id
where r.service = 'base' and r.code = 'XX_SYS_' and p.code = 'base_application'
on conflict do nothing;
