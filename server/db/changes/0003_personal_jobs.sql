-- Erasing and merging people in batches.

-- What is being erased or merged, one row for each request. Who goes is shown nowhere from then on.
create table personal_job (
  job_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit on delete cascade,
  kind text not null check (kind in ('erase', 'merge')),
  state text not null default 'running' check (state in ('running', 'failed', 'done')),
  -- Whom the page names: of a merge the entry that goes. Null once it is done.
  person_kind text not null check (person_kind in ('pupil', 'account')),
  person_id uuid,
  -- Pupils and accounts that go; none once it is done.
  gone uuid[] not null,
  -- Of a merge the person who stays.
  keep_id uuid,
  -- What the steps need, with names to be found in texts. Null once it is done.
  plan jsonb,
  -- Of the steps the present one, and the key of the last row that it has looked at.
  step integer not null default 0,
  place jsonb,
  -- In rows.
  expected bigint not null default 0,
  handled bigint not null default 0,
  -- What the trail says in the end.
  counts jsonb not null default '{}',
  -- Of the failure that ended it.
  code text,
  requested_by uuid,
  requested_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'done') = (plan is null) and (state = 'done') = (person_id is null)),
  foreign key (unit_id, requested_by) references user_account (unit_id, user_id) on delete set null (requested_by)
);
create index on personal_job (unit_id, requested_at desc);
create index on personal_job (requested_by) where requested_by is not null;
select portal_isolate('personal_job');
select portal_jobs.create_queue('personal-data', '{"policy": "standard"}');

-- Changes of the theme go with the account, and are found by it.
create index on theme_change (user_id);
-- So do files that others share with it.
create index on storage_share (user_id) where user_id is not null;

-- The latest to-dos of a unit are searched for a name.
create index on todo (unit_id, todo_id);

drop function portal_erase_people(uuid, uuid[]);
drop function portal_merge_people(uuid, uuid, uuid, uuid, text[], text, text, text);
