-- Files and folders that their owner shares with a person, or with all of a class, a grade, a department or a role. Who is in one of these is found when the
-- share is used, so that leaving it ends the access at once.

alter table storage_file add unique (unit_id, owner_id, file_id);

create table storage_share (
  share_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  owner_id uuid not null,
  file_id uuid,
  folder_id uuid,
  -- Identifiers differ between tables, so that one index finds what a person is reached by.
  entry_id uuid not null generated always as (coalesce(file_id, folder_id)) stored,
  user_id uuid,
  class_id uuid,
  grade_id uuid,
  department_id uuid,
  role_id uuid,
  receiver_id uuid not null generated always as (coalesce(user_id, class_id, grade_id, department_id, role_id)) stored,
  may_edit boolean not null,
  -- The last day, and its end in the unit's time zone.
  until_on date,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(file_id, folder_id) = 1),
  check (num_nonnulls(user_id, class_id, grade_id, department_id, role_id) = 1),
  check ((until_on is null) = (expires_at is null)),
  foreign key (unit_id, owner_id) references user_account (unit_id, user_id) on delete cascade,
  -- With the owner: only the owner's own entry can be shared. People who are merged hand their files on.
  foreign key (unit_id, owner_id, file_id) references storage_file (unit_id, owner_id, file_id) on update cascade on delete cascade,
  foreign key (unit_id, owner_id, folder_id) references storage_folder (unit_id, owner_id, folder_id) on update cascade on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, class_id) references class_group (unit_id, class_id) on delete cascade,
  foreign key (unit_id, grade_id) references grade (unit_id, grade_id) on delete cascade,
  foreign key (unit_id, department_id) references department (unit_id, department_id) on delete cascade,
  foreign key (unit_id, role_id) references role (unit_id, role_id) on delete cascade
);
create index storage_share_receiver on storage_share (receiver_id, created_at desc, share_id desc);
create index on storage_share (entry_id);
create index on storage_share (unit_id, owner_id);
create index on storage_share (file_id) where file_id is not null;
create index on storage_share (folder_id) where folder_id is not null;
create index on storage_share (expires_at) where expires_at is not null;

-- By which identifiers a share reaches the transaction's person: the account, the open classes and their grades, the department, and roles. A class is its pupils,
-- its teachers, and the pupils' parents, who only see.
create function portal_share_keys() returns table (receiver_id uuid, may_edit boolean) language sql stable as $$
  with classes as (
    select s.class_id, true as may_edit from public.student s where s.user_id = public.portal_user_id() and s.class_id is not null
    union all
    select s.class_id, false from public.guardian g join public.student s using (student_id) where g.parent_id = public.portal_user_id() and s.class_id is not null
    union all
    select c.class_id, true from public.class_group c where c.head_teacher_id = public.portal_user_id()
    union all
    select t.class_id, true from public.class_teacher t where t.user_id = public.portal_user_id())
  select keys.receiver_id, bool_or(keys.may_edit) from (
    select public.portal_user_id() as receiver_id, true as may_edit
    union all
    select either.id, classes.may_edit
    from classes join public.class_group c using (class_id) cross join lateral (values (c.class_id), (c.grade_id)) as either (id)
    where c.closed_on is null
    union all
    select e.department_id, true from public.staff_member e where e.user_id = public.portal_user_id() and e.department_id is not null
    union all
    select held.role_id, true from public.portal_held_roles(public.portal_user_id()) held) keys
  where keys.receiver_id is not null
  group by keys.receiver_id
$$;

-- Whether the transaction's person may share with an account, or with a class or another group (null): with the code, with all of the unit; without it, with the
-- teachers of the own classes alone.
create function portal_may_share_with(person uuid) returns boolean language sql stable as $$
  select exists (
    select from public.user_account a where a.user_id = public.portal_user_id() and (
      public.portal_holds(a.unit_id, a.user_id, a.user_type, 'files_share_all')
      or person in (
        select c.head_teacher_id from public.class_group c
        where c.closed_on is null and c.class_id in (select k.receiver_id from public.portal_share_keys() k)
        union all
        select t.user_id from public.class_teacher t join public.class_group c using (class_id)
        where c.closed_on is null and t.class_id in (select k.receiver_id from public.portal_share_keys() k))))
$$;

-- Whether rows of other people are to be read: by the unit's own jobs, and by those who export a person's data.
create function portal_reads_all_people() returns boolean language sql stable as $$
  select public.portal_user_id() is null or exists (
    select from public.user_account a
    where a.user_id = public.portal_user_id() and public.portal_holds(a.unit_id, a.user_id, a.user_type, 'base_people', false))
$$;

select portal_isolate('storage_share');
-- The owner of the tables is a member of the application's role, and keeps its exemption: foreign keys delete as the owner.
create policy portal_share_read on storage_share as restrictive for select to portal_app using (
  current_user <> 'portal_app' or owner_id = (select portal_user_id())
  or (expires_at is null or expires_at > now()) and receiver_id in (select k.receiver_id from portal_share_keys() k)
  or (select portal_reads_all_people()));
create policy portal_share_add on storage_share as restrictive for insert to portal_app
  with check (current_user <> 'portal_app' or owner_id = (select portal_user_id()) and portal_may_share_with(user_id));
create policy portal_share_change on storage_share as restrictive for update to portal_app
  using (current_user <> 'portal_app' or owner_id = (select portal_user_id()))
  with check (current_user <> 'portal_app' or owner_id = (select portal_user_id()));
create policy portal_share_remove on storage_share as restrictive for delete to portal_app
  using (current_user <> 'portal_app' or owner_id = (select portal_user_id()));
-- With whom and what stays as it was checked.
revoke update on storage_share from portal_app;
grant update (may_edit, until_on, expires_at) on storage_share to portal_app;

-- What shares give the transaction's person of another's file or folder, by itself or by a folder above; no row without one. `top`: the uppermost entry that is
-- shared with the person. `edit_above`: a folder above may be changed, and so what lies in it be removed. The only way to entries of others.
create function portal_shared_entry(entry uuid) returns table (owner_id uuid, is_folder boolean, may_edit boolean, edit_above boolean, top uuid)
language sql stable rows 1 as $$
  with recursive chain as (
    select begun.* from (
      select f.owner_id, f.folder_id as id, f.parent_id as above, true as is_folder, 0 as height from public.storage_folder f where f.folder_id = entry
      union all
      select f.owner_id, f.file_id, f.folder_id, false, 0 from public.storage_file f where f.file_id = entry) begun
    union all
    select p.owner_id, p.folder_id, p.parent_id, chain.is_folder, chain.height + 1
    from chain join public.storage_folder p on p.folder_id = chain.above)
  select c.owner_id, bool_or(c.is_folder), bool_or(s.may_edit and k.may_edit), bool_or(s.may_edit and k.may_edit and c.height > 0),
    (array_agg(c.id order by c.height desc))[1]
  from chain c join public.storage_share s on s.entry_id = c.id and s.owner_id = c.owner_id
    join public.portal_share_keys() k on k.receiver_id = s.receiver_id
  where c.owner_id <> public.portal_user_id() and (s.expires_at is null or s.expires_at > now())
  group by c.owner_id
$$;

-- As before, also for bytes that go to another person than the transaction's: into a shared folder of theirs.
drop function portal_storage_refusal(bigint, bigint, boolean);
create function portal_storage_refusal(person_more bigint, unit_more bigint, hold boolean, person uuid default portal_user_id()) returns text language plpgsql as $$
declare
  unit_row unit;
  unit_quota bigint;
  person_quota bigint;
begin
  select u.* into strict unit_row from unit u where u.unit_id = portal_unit_id();
  unit_quota := least(unit_row.storage_quota, unit_row.storage_limit);
  select portal_person_quota(unit_row, a.user_type) into strict person_quota from user_account a where a.user_id = person;
  if person_quota is not null then
    if hold then perform pg_advisory_xact_lock(hashtextextended('storage room of ' || person, 0)); end if;
    -- A statement after the lock: it sees what the transaction that held it has left.
    if portal_person_storage(unit_row.unit_id, person) + person_more > person_quota then return 'person'; end if;
  end if;
  if unit_quota is not null then
    if hold then perform pg_advisory_xact_lock(hashtextextended('storage room of ' || unit_row.unit_id, 0)); end if;
    if portal_unit_storage(unit_row.unit_id) + unit_more > unit_quota then return 'unit'; end if;
  end if;
  return null;
end
$$;

-- Existing units get the codes: sharing for all, with the whole unit for teachers and other staff.
insert into permission (unit_id, code, name, parent_code, position)
select p.unit_id, added.code, added.name, 'files', p.position
from permission p, (values ('files_share', '共享文件'), ('files_share_all', '与全单位共享')) as added (code, name)
where p.code = 'files_remove'
on conflict do nothing;
insert into permission_grant (unit_id, code, user_type)
select p.unit_id, p.code, t.user_type from permission p, (values (1), (2), (3), (4)) as t (user_type)
where p.code = 'files_share' or p.code = 'files_share_all' and t.user_type in (2, 4)
on conflict do nothing;
