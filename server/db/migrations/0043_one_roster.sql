-- OneRoster over REST: tokens of third parties in their own name, and when what they read was changed.

-- Tokens of a third party without a person, and without a grant.
alter table oauth_artifact alter column user_id drop not null;
alter table oauth_artifact
  drop constraint oauth_artifact_model_check,
  drop constraint oauth_artifact_check,
  add constraint oauth_artifact_model_check
    check (model in ('Grant', 'AuthorizationCode', 'AccessToken', 'RefreshToken', 'ClientCredentials')),
  add constraint oauth_artifact_check check ((model in ('Grant', 'ClientCredentials')) = (grant_hash is null)),
  add constraint oauth_artifact_user_check check ((model = 'ClientCredentials') = (user_id is null));

-- When a record of OneRoster was last changed, and what was deleted. Written by the triggers below, in the transaction of the change. Records that have not
-- changed since this table exists have no row.
create table roster_change (
  unit_id uuid not null references unit on delete cascade,
  sourced_id text not null check (char_length(sourced_id) between 1 and 128),
  kind text not null check (kind in ('org', 'session', 'class', 'user', 'enrollment')),
  changed_at timestamptz not null default clock_timestamp(),
  deleted boolean not null default false,
  -- Of enrolments, as they were last: a pupil who left has no class any more.
  class_id uuid,
  user_id uuid,
  -- Of enrolments and of deleted people: the role. Of deleted sessions: the type.
  role text,
  primary key (unit_id, sourced_id)
);
create index on roster_change (unit_id, kind) where deleted;
select portal_isolate('roster_change');
revoke insert, update, delete on roster_change from portal_app;

-- Its argument is a query over the rows of the statement: unit_id, kind, sourced_id, deleted, class_id, user_id, role.
create function portal_note_roster() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- A unit that is being deleted takes its rows with it. Always in the same order, so that two transactions wait for each other once.
  execute format($q$
    insert into roster_change as r (unit_id, kind, sourced_id, deleted, class_id, user_id, role)
    select distinct on (q.unit_id, q.sourced_id) q.unit_id, q.kind, q.sourced_id, q.deleted, q.class_id, q.user_id, q.role
    from (%s) q (unit_id, kind, sourced_id, deleted, class_id, user_id, role)
    where exists (select from unit u where u.unit_id = q.unit_id)
    order by q.unit_id, q.sourced_id, q.deleted
    on conflict (unit_id, sourced_id) do update set changed_at = excluded.changed_at, deleted = excluded.deleted,
      class_id = coalesce(excluded.class_id, r.class_id), user_id = coalesce(excluded.user_id, r.user_id), role = coalesce(excluded.role, r.role)$q$,
    tg_argv[0]);
  return null;
end
$$;

-- The same for what belongs to a record, of which it does not say whether it exists: unit_id, kind, sourced_id.
create function portal_touch_roster() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format($q$
    insert into roster_change as r (unit_id, kind, sourced_id)
    select distinct q.unit_id, q.kind, q.sourced_id
    from (%s) q (unit_id, kind, sourced_id)
    where exists (select from unit u where u.unit_id = q.unit_id)
    order by q.unit_id, q.sourced_id
    on conflict (unit_id, sourced_id) do update set changed_at = excluded.changed_at$q$,
    tg_argv[0]);
  return null;
end
$$;
revoke execute on function portal_note_roster(), portal_touch_roster() from portal_app;

-- By statement, because imports write 50,000 rows at once.
create function portal_watch_roster(watched regclass, event text, query text, noted boolean default true) returns void language plpgsql as $$
begin
  execute format(
    'create trigger roster_%s after %s on %s referencing %s for each statement execute function %s(%L)',
    event, event, watched,
    case event when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
      else 'old table as old_rows new table as new_rows' end,
    case when noted then 'portal_note_roster' else 'portal_touch_roster' end, query);
end
$$;

-- Pupils, and what class they are in.
select portal_watch_roster('student', 'insert', $$
  select unit_id, 'user', student_id::text, false, null::uuid, null::uuid, 'student' from new_rows
  union all select unit_id, 'enrollment', 'in-' || student_id, false, class_id, student_id, 'student' from new_rows where class_id is not null$$);
select portal_watch_roster('student', 'update', $$
  select n.unit_id, 'user', n.student_id::text, false, null::uuid, null::uuid, 'student'
  from new_rows n join old_rows o on o.student_id = n.student_id
  where (n.user_id, n.class_id, n.student_number, n.real_name, n.english_name, n.sex, n.birthday)
    is distinct from (o.user_id, o.class_id, o.student_number, o.real_name, o.english_name, o.sex, o.birthday)
  union all
  select n.unit_id, 'enrollment', 'in-' || n.student_id, false, coalesce(n.class_id, o.class_id), n.student_id, 'student'
  from new_rows n join old_rows o on o.student_id = n.student_id where n.class_id is distinct from o.class_id$$);
select portal_watch_roster('student', 'delete', $$
  select unit_id, 'user', student_id::text, true, null::uuid, null::uuid, 'student' from old_rows
  union all select unit_id, 'enrollment', 'in-' || student_id, true, class_id, student_id, 'student' from old_rows$$);

-- Everybody else is an account; a pupil's account belongs to the pupil.
select portal_watch_roster('user_account', 'insert', $$
  select unit_id, 'user', user_id::text, false, null::uuid, null::uuid, null::text from new_rows where user_type <> 1$$);
select portal_watch_roster('user_account', 'update', $$
  select n.unit_id, 'user', coalesce(s.student_id, n.user_id)::text, false, null::uuid, null::uuid, null::text
  from new_rows n join old_rows o on o.user_id = n.user_id left join student s on s.user_id = n.user_id
  where (n.login_name, n.real_name, n.english_name, n.user_type, n.sex, n.status, n.email)
    is distinct from (o.login_name, o.real_name, o.english_name, o.user_type, o.sex, o.status, o.email)
    and (n.user_type <> 1 or s.student_id is not null)$$);
select portal_watch_roster('user_account', 'delete', $$
  select unit_id, 'user', user_id::text, true, null::uuid, null::uuid, case user_type when 2 then 'teacher' when 3 then 'guardian' else 'aide' end
  from old_rows where user_type <> 1$$);

select portal_watch_roster('class_group', 'insert', $$
  select unit_id, 'class', class_id::text, false, null::uuid, null::uuid, null::text from new_rows
  union all select unit_id, 'enrollment', 'head-' || class_id, false, class_id, head_teacher_id, 'teacher' from new_rows where head_teacher_id is not null$$);
select portal_watch_roster('class_group', 'update', $$
  select n.unit_id, 'class', n.class_id::text, false, null::uuid, null::uuid, null::text
  from new_rows n join old_rows o on o.class_id = n.class_id
  where (n.name, n.english_name, n.grade_id, n.campus_id, n.closed_on) is distinct from (o.name, o.english_name, o.grade_id, o.campus_id, o.closed_on)
  union all
  select n.unit_id, 'enrollment', 'head-' || n.class_id, false, n.class_id, coalesce(n.head_teacher_id, o.head_teacher_id), 'teacher'
  from new_rows n join old_rows o on o.class_id = n.class_id
  where n.head_teacher_id is distinct from o.head_teacher_id
    or n.closed_on is distinct from o.closed_on and coalesce(n.head_teacher_id, o.head_teacher_id) is not null
  union all
  -- Who teaches a subject is no longer listed so while they are the head teacher, or once the class is closed.
  select n.unit_id, 'enrollment', 'teach-' || n.class_id || '-' || t.user_id, false, n.class_id, t.user_id, 'teacher'
  from new_rows n join old_rows o on o.class_id = n.class_id join class_teacher t on t.class_id = n.class_id
  where n.closed_on is distinct from o.closed_on
    or n.head_teacher_id is distinct from o.head_teacher_id and t.user_id in (n.head_teacher_id, o.head_teacher_id)$$);
select portal_watch_roster('class_group', 'delete', $$
  select unit_id, 'class', class_id::text, true, null::uuid, null::uuid, null::text from old_rows
  union all select unit_id, 'enrollment', 'head-' || class_id, true, class_id, head_teacher_id, 'teacher' from old_rows where head_teacher_id is not null$$);
select portal_watch_roster('class_teacher', 'insert', $$
  select unit_id, 'enrollment', 'teach-' || class_id || '-' || user_id, false, class_id, user_id, 'teacher' from new_rows$$);
select portal_watch_roster('class_teacher', 'update', $$
  select unit_id, 'enrollment', 'teach-' || class_id || '-' || user_id, false, class_id, user_id, 'teacher' from new_rows
  union all
  select unit_id, 'enrollment', 'teach-' || class_id || '-' || user_id,
    not exists (select from class_teacher t where t.class_id = o.class_id and t.user_id = o.user_id), class_id, user_id, 'teacher' from old_rows o$$);
select portal_watch_roster('class_teacher', 'delete', $$
  select unit_id, 'enrollment', 'teach-' || class_id || '-' || user_id,
    not exists (select from class_teacher t where t.class_id = o.class_id and t.user_id = o.user_id), class_id, user_id, 'teacher' from old_rows o$$);

select portal_watch_roster('school_year', 'insert', $$
  select unit_id, 'session', year_id::text, false, null::uuid, null::uuid, 'schoolYear' from new_rows$$);
select portal_watch_roster('school_year', 'update', $$
  select unit_id, 'session', year_id::text, false, null::uuid, null::uuid, 'schoolYear' from new_rows$$);
select portal_watch_roster('school_year', 'delete', $$
  select unit_id, 'session', year_id::text, true, null::uuid, null::uuid, 'schoolYear' from old_rows$$);
select portal_watch_roster('term', 'insert', $$
  select unit_id, 'session', term_id::text, false, null::uuid, null::uuid, 'term' from new_rows$$);
select portal_watch_roster('term', 'update', $$
  select unit_id, 'session', term_id::text, false, null::uuid, null::uuid, 'term' from new_rows$$);
select portal_watch_roster('term', 'delete', $$
  select unit_id, 'session', term_id::text, true, null::uuid, null::uuid, 'term' from old_rows$$);

-- What stands in the record of a person or a class.
select portal_watch_roster('staff_member', 'insert', $$ select unit_id, 'user', user_id::text from new_rows$$, false);
select portal_watch_roster('staff_member', 'update', $$
  select n.unit_id, 'user', n.user_id::text from new_rows n join old_rows o on o.user_id = n.user_id
  where (n.staff_number, n.department_id, n.position_title) is distinct from (o.staff_number, o.department_id, o.position_title)$$, false);
select portal_watch_roster('staff_member', 'delete', $$ select unit_id, 'user', user_id::text from old_rows$$, false);
select portal_watch_roster('guardian', 'insert', $$
  select unit_id, 'user', student_id::text from new_rows union select unit_id, 'user', parent_id::text from new_rows$$, false);
-- Not when a parent chooses one of their children.
select portal_watch_roster('guardian', 'update', $$
  select n.unit_id, 'user', unnest(array[n.student_id, n.parent_id])::text
  from new_rows n left join old_rows o on o.student_id = n.student_id and o.parent_id = n.parent_id
  where o.unit_id is null or n.relation is distinct from o.relation
  union
  select o.unit_id, 'user', unnest(array[o.student_id, o.parent_id])::text
  from old_rows o left join new_rows n on o.student_id = n.student_id and o.parent_id = n.parent_id where n.unit_id is null$$, false);
select portal_watch_roster('guardian', 'delete', $$
  select unit_id, 'user', student_id::text from old_rows union select unit_id, 'user', parent_id::text from old_rows$$, false);
select portal_watch_roster('guardian_contact', 'insert', $$ select unit_id, 'user', parent_id::text from new_rows$$, false);
select portal_watch_roster('guardian_contact', 'update', $$
  select n.unit_id, 'user', n.parent_id::text from new_rows n join old_rows o on o.parent_id = n.parent_id where n.phone <> o.phone$$, false);
select portal_watch_roster('guardian_contact', 'delete', $$ select unit_id, 'user', parent_id::text from old_rows$$, false);
select portal_watch_roster('account_contact', 'insert', $$
  select n.unit_id, 'user', coalesce(s.student_id, n.user_id)::text from new_rows n left join student s on s.user_id = n.user_id$$, false);
select portal_watch_roster('account_contact', 'update', $$
  select n.unit_id, 'user', coalesce(s.student_id, n.user_id)::text
  from new_rows n join old_rows o on o.user_id = n.user_id left join student s on s.user_id = n.user_id where n.phone is distinct from o.phone$$, false);
select portal_watch_roster('account_contact', 'delete', $$
  select o.unit_id, 'user', coalesce(s.student_id, o.user_id)::text from old_rows o left join student s on s.user_id = o.user_id$$, false);
select portal_watch_roster('grade', 'update', $$
  select c.unit_id, 'class', c.class_id::text
  from new_rows n join old_rows o on o.grade_id = n.grade_id and o.name <> n.name join class_group c on c.grade_id = n.grade_id
  union all
  select s.unit_id, 'user', s.student_id::text
  from new_rows n join old_rows o on o.grade_id = n.grade_id and o.name <> n.name join class_group c on c.grade_id = n.grade_id
    join student s on s.class_id = c.class_id$$, false);
select portal_watch_roster('campus', 'update', $$
  select c.unit_id, 'class', c.class_id::text
  from new_rows n join old_rows o on o.campus_id = n.campus_id and o.name <> n.name join class_group c on c.campus_id = n.campus_id$$, false);
select portal_watch_roster('department', 'update', $$
  select m.unit_id, 'user', m.user_id::text
  from new_rows n join old_rows o on o.department_id = n.department_id and o.name <> n.name join staff_member m on m.department_id = n.department_id$$, false);
-- Classes name the terms of the present year.
select portal_watch_roster('unit', 'update', $$
  select n.unit_id, 'org', n.unit_id::text from new_rows n join old_rows o on o.unit_id = n.unit_id and o.name <> n.name
  union all
  select c.unit_id, 'class', c.class_id::text
  from new_rows n join old_rows o on o.unit_id = n.unit_id and o.school_year <> n.school_year join class_group c on c.unit_id = n.unit_id
  where c.closed_on is null$$, false);

drop function portal_watch_roster(regclass, text, text, boolean);
