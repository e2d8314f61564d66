-- Where a guardian's access to a child came from, and an end of it that holds for what was already sent.

-- 'school': entered by an administrator, 'import': by a file, 'code': by a code on paper (guardian_code_use says how). Null by whom after the account was erased.
alter table guardian add column origin text not null default 'unknown' check (origin in ('unknown', 'school', 'import', 'code'));
alter table guardian add column origin_at timestamptz;
alter table guardian add column origin_by uuid;
alter table guardian add column origin_import uuid;
-- When two entries of the child or of the parent were joined, if the guardian came to this child or account by that.
alter table guardian add column merged_at timestamptz;
alter table guardian add column merged_by uuid;
alter table guardian add foreign key (unit_id, origin_by) references user_account (unit_id, user_id) on delete set null (origin_by);
alter table guardian add foreign key (unit_id, merged_by) references user_account (unit_id, user_id) on delete set null (merged_by);
alter table guardian add foreign key (unit_id, origin_import) references import_run (unit_id, import_id) on delete set null (origin_import);
create index on guardian (origin_by) where origin_by is not null;
create index on guardian (merged_by) where merged_by is not null;
create index on guardian (origin_import) where origin_import is not null;

update guardian g set origin = 'import', origin_import = f.import_id, origin_at = f.at, origin_by = f.user_id
from (
  select distinct on (r.target_id, r.owner_id) r.target_id, r.owner_id, i.import_id, i.user_id, coalesce(i.applied_at, i.created_at) as at
  from import_row r join import_run i using (import_id)
  where r.kind = 'guardian' and r.action = 'new' and i.status = 'applied'
  order by r.target_id, r.owner_id, i.created_at desc) f
where f.target_id = g.parent_id and f.owner_id = g.student_id;

-- Each use of a code for guardians. 'account': made a new account; 'claim': took over one that the school had entered; 'child': added the child to an account that was
-- there. Codes are deleted some time after they lapse, their uses are not.
create table guardian_code_use (
  use_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  code_id uuid not null,
  student_id uuid not null,
  parent_id uuid not null,
  kind text not null check (kind in ('account', 'claim', 'child')),
  -- Of a claim: the login name that the school had given.
  login_name text,
  at timestamptz not null default now(),
  address text not null,
  user_agent text not null,
  check ((kind = 'claim') = (login_name is not null)),
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade,
  foreign key (unit_id, parent_id) references user_account (unit_id, user_id) on delete cascade
);
create index on guardian_code_use (unit_id, student_id, at desc);
create index on guardian_code_use (unit_id, parent_id);
select portal_isolate('guardian_code_use');
-- What happened stays as it was written; an undone code's uses are deleted.
revoke update on guardian_code_use from portal_app;

-- Whether a person may see what was sent to them about a pupil. A parent no longer, once the school has taken the child off the account.
create function portal_sees_about(person uuid, pupil uuid) returns boolean language sql stable as $$
  select pupil is null
    or exists (select from public.guardian g where g.parent_id = person and g.student_id = pupil)
    or not exists (select from public.user_account a where a.user_id = person and a.user_type = 3)
$$;
create policy portal_own_children on message_recipient as restrictive for select to portal_app using (
  student_id is null or current_user <> 'portal_app' or user_id is distinct from (select portal_user_id()) or portal_sees_about(user_id, student_id));
create policy portal_own_children on todo as restrictive for select to portal_app using (
  student_id is null or current_user <> 'portal_app' or user_id is distinct from (select portal_user_id()) or portal_sees_about(user_id, student_id));
