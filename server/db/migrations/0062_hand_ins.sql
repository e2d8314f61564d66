-- Hand-ins: what a teacher asks the pupils of a class to hand in, and the files that they handed in.

create table hand_in (
  hand_in_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  class_id uuid not null,
  -- Null after the account was erased.
  author_id uuid,
  title text not null check (char_length(title) between 1 and 100),
  body text not null default '',
  due_at timestamptz not null,
  -- Files of a pupil, and bytes of each file; null: as large as a file may be.
  max_files smallint not null check (max_files between 1 and 20),
  max_bytes bigint check (max_bytes > 0),
  closed_at timestamptz,
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  unique (unit_id, hand_in_id),
  foreign key (unit_id, class_id) references class_group (unit_id, class_id) on delete cascade,
  foreign key (unit_id, author_id) references user_account (unit_id, user_id) on delete set null (author_id)
);
create index on hand_in (unit_id, class_id, created_at desc);
create index on hand_in (author_id, created_at desc) where author_id is not null;

-- The bytes stay while this shows them, whatever the pupil does with the own file.
create table hand_in_file (
  hand_in_file_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  hand_in_id uuid not null,
  student_id uuid not null,
  -- By whom; null after the account was erased.
  user_id uuid,
  name text not null check (char_length(name) between 1 and 255),
  sha256 text not null,
  size bigint not null,
  created_at timestamptz not null default now(),
  foreign key (unit_id, hand_in_id) references hand_in (unit_id, hand_in_id) on delete cascade,
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete set null (user_id),
  foreign key (unit_id, sha256) references storage_object (unit_id, sha256)
);
create index on hand_in_file (hand_in_id, student_id);
create index on hand_in_file (student_id);
create index on hand_in_file (user_id) where user_id is not null;
create index on hand_in_file (unit_id, sha256);

-- The pupils of whom the transaction's person sees hand-ins: the pupil itself, or the parent's children.
create function portal_own_students() returns table (student_id uuid, class_id uuid, is_self boolean) language sql stable as $$
  select s.student_id, s.class_id, true from public.student s where s.user_id = public.portal_user_id()
  union all
  select s.student_id, s.class_id, false from public.guardian g join public.student s using (student_id) where g.parent_id = public.portal_user_id()
$$;

-- The open classes of which the transaction's person is the head, or which the person teaches.
create function portal_taught_classes() returns setof uuid language sql stable as $$
  select c.class_id from public.class_group c
  where c.closed_on is null and (c.head_teacher_id = public.portal_user_id()
    or c.class_id in (select t.class_id from public.class_teacher t where t.user_id = public.portal_user_id()))
$$;

select portal_isolate('hand_in');
create policy portal_hand_in_read on hand_in as restrictive for select to portal_app using (
  current_user <> 'portal_app' or author_id = (select portal_user_id())
  or class_id in (select s.class_id from portal_own_students() s) or (select portal_reads_all_people()));
create policy portal_hand_in_add on hand_in as restrictive for insert to portal_app
  with check (current_user <> 'portal_app' or author_id = (select portal_user_id()) and class_id in (select portal_taught_classes()));
create policy portal_hand_in_change on hand_in as restrictive for update to portal_app
  using (current_user <> 'portal_app' or author_id = (select portal_user_id()))
  with check (current_user <> 'portal_app' or author_id = (select portal_user_id()));
create policy portal_hand_in_remove on hand_in as restrictive for delete to portal_app
  using (current_user <> 'portal_app' or author_id = (select portal_user_id()));
revoke update on hand_in from portal_app;
grant update (title, body, due_at, max_files, max_bytes, closed_at, reminded_at) on hand_in to portal_app;

select portal_isolate('hand_in_file');
create policy portal_hand_in_file_read on hand_in_file as restrictive for select to portal_app using (
  current_user <> 'portal_app' or student_id in (select s.student_id from portal_own_students() s)
  or hand_in_id in (select h.hand_in_id from hand_in h where h.author_id = (select portal_user_id())) or (select portal_reads_all_people()));
-- Only the pupil, of the class, while it is open, and bytes of a file of the pupil's own.
create policy portal_hand_in_file_add on hand_in_file as restrictive for insert to portal_app with check (
  current_user <> 'portal_app' or user_id = (select portal_user_id()) and exists (
    select from hand_in h join portal_own_students() s on s.class_id = h.class_id and s.is_self
    where h.hand_in_id = hand_in_file.hand_in_id and s.student_id = hand_in_file.student_id and h.closed_at is null)
  and exists (
    select from storage_file f
    where f.unit_id = hand_in_file.unit_id and f.owner_id = (select portal_user_id()) and f.sha256 = hand_in_file.sha256 and f.deleted_at is null));
-- What was handed in in time stays from then on.
create policy portal_hand_in_file_remove on hand_in_file as restrictive for delete to portal_app using (
  current_user <> 'portal_app' or student_id in (select s.student_id from portal_own_students() s where s.is_self)
  and exists (select from hand_in h where h.hand_in_id = hand_in_file.hand_in_id and h.closed_at is null and h.due_at > now()));
revoke update on hand_in_file from portal_app;

insert into permission (unit_id, code, name, parent_code, position)
select p.unit_id, 'files_collect', '收作业', 'files', p.position from permission p join unit u using (unit_id)
where p.code = 'files_remove' and u.unit_type = '2'
on conflict do nothing;
insert into permission_grant (unit_id, code, user_type)
select p.unit_id, p.code, t.user_type from permission p, (values (2), (4)) as t (user_type)
where p.code = 'files_collect'
on conflict do nothing;
