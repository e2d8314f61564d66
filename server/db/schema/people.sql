-- A pupil. Younger ones have no account of their own.
create table student (
  student_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  user_id uuid unique,
  -- A pupil without a class has left.
  class_id uuid,
  student_number text not null,
  real_name text not null,
  english_name text not null,
  sex smallint,
  -- As in user_account: pupils without an account are found by it too.
  name_pinyin text,
  birthday date check (birthday between '1950-01-01' and '2100-01-01'),
  left_on date,
  left_reason text check (left_reason in ('graduated', 'left')),
  name_letters text generated always as (portal_fold_name(name_pinyin)) stored,
  name_initials text generated always as (portal_fold_name(regexp_replace(name_pinyin, '(\S)\S*\s*', '\1', 'g'))) stored,
  search_text text generated always as (
    portal_search_lines(real_name) || chr(10) || portal_search_lines(english_name) || chr(10) || coalesce(portal_fold_name(name_pinyin), '')
      || chr(2) || portal_fold(student_number)) stored,
  unique (unit_id, student_id),
  unique (unit_id, student_number),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id),
  foreign key (unit_id, class_id) references class_group (unit_id, class_id),
  check ((class_id is null) = (left_on is not null) and (left_on is null) = (left_reason is null))
);
create index on student (class_id);
create index on student (student_id) where name_pinyin is null;
-- The first page of a list of people by name reads as far as it needs; closed accounts are few.
create index on student (unit_id, name_letters, real_name, student_id);

-- Which parent's account cares for which pupil.
create table guardian (
  unit_id uuid not null,
  parent_id uuid not null,
  student_id uuid not null,
  -- When the parent last chose this child: the latest is the current one.
  chosen_at timestamptz,
  -- What the guardian is to the pupil; null where the school has not recorded it.
  relation text check (relation in ('father', 'mother', 'grandparent', 'other')),
  -- What a guardian may do besides seeing the child's portal.
  may_consent boolean not null default true,
  is_emergency_contact boolean not null default false,
  -- 'school': entered by an administrator, 'import': by a file, 'code': by a code on paper (guardian_code_use says how). Null by whom after the account was erased.
  origin text not null default 'unknown' check (origin in ('unknown', 'school', 'import', 'code')),
  origin_at timestamptz,
  origin_by uuid,
  origin_import uuid,
  -- When two entries of the child or of the parent were joined, if the guardian came to this child or account by that.
  merged_at timestamptz,
  merged_by uuid,
  primary key (parent_id, student_id),
  foreign key (unit_id, parent_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade,
  foreign key (unit_id, origin_by) references user_account (unit_id, user_id) on delete set null (origin_by),
  foreign key (unit_id, merged_by) references user_account (unit_id, user_id) on delete set null (merged_by)
);
create index on guardian (student_id);
create index on guardian (origin_by) where origin_by is not null;
create index on guardian (merged_by) where merged_by is not null;
create index on guardian (origin_import) where origin_import is not null;

-- How a guardian is reached. Apart from the account, so that no query about people carries a number along.
create table guardian_contact (
  parent_id uuid primary key,
  unit_id uuid not null,
  phone text not null check (char_length(phone) between 3 and 32 and phone ~ '[0-9]'),
  changed_at timestamptz not null default now(),
  foreign key (unit_id, parent_id) references user_account (unit_id, user_id) on delete cascade
);
create index on guardian_contact (unit_id, parent_id);

-- Codes by which guardians find a pupil: on paper, for up to so many guardians, not for long. SHA-256 alone is kept: a code has 59 random bits.
create table guardian_code (
  code_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  student_id uuid not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  uses smallint not null default 0,
  -- How often a wrong name was typed for it.
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- By whom it was made, who cannot use it for an own account, and for which classes (null: the whole unit): a code of a part of the unit leads to no
  -- guardian with a child outside of it.
  made_by uuid,
  classes uuid[],
  unique (unit_id, code_hash),
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade,
  foreign key (unit_id, made_by) references user_account (unit_id, user_id) on delete set null (made_by)
);
create index on guardian_code (student_id);
create index on guardian_code (expires_at);
create index on guardian_code (made_by) where made_by is not null;

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
-- Uses are never changed; those of an undone code are deleted.
revoke update on guardian_code_use from portal_app;
grant update on guardian_code_use to portal_personal_data;

-- What registers say of people beside their names: of a pupil by the pupil's record, of others by the account.
create table person_detail (
  detail_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  student_id uuid unique,
  user_id uuid unique,
  -- Among whom an identity number is unique: 1 pupils, 2 employees, 3 parents. A teacher's account as a parent has the number as well.
  among smallint not null check (among in (1, 2, 3)),
  -- Sealed by the server's vault. The keys are HMACs by which a number is found again.
  id_card_sealed bytea,
  id_card_key bytea,
  national_number_sealed bytea,
  national_number_key bytea,
  -- The first day of the month.
  enrolled_on date check (extract(day from enrolled_on) = 1),
  ethnic_group text check (char_length(ethnic_group) between 1 and 32),
  -- The country or region of which the person is a national, by the two letters of ISO 3166-1.
  nationality text check (nationality ~ '^[A-Z]{2}$'),
  check (num_nonnulls(student_id, user_id) = 1),
  check ((among = 1) = (student_id is not null)),
  check ((id_card_sealed is null) = (id_card_key is null)),
  check ((national_number_sealed is null) = (national_number_key is null)),
  unique (unit_id, among, id_card_key),
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);

-- The code that links another account with a parent's: one open code for each account.
create table account_link_code (
  user_id uuid primary key,
  unit_id uuid not null,
  code_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- 'school': an account at another school; 'teacher': the teacher account of the same person.
  purpose text not null default 'school' check (purpose in ('school', 'teacher')),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on account_link_code (unit_id, user_id);
create index on account_link_code (expires_at);

-- A link is two rows with one link_id, one for each side, so that each unit has its own.
create table account_link (
  link_id uuid not null,
  unit_id uuid not null,
  user_id uuid not null,
  other_unit_id uuid not null,
  other_user_id uuid not null,
  linked_at timestamptz not null default now(),
  primary key (user_id, other_user_id),
  unique (link_id, user_id),
  check (unit_id <> other_unit_id),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (other_unit_id, other_user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on account_link (unit_id, user_id);
create index on account_link (other_unit_id, other_user_id);
-- Only functions (portal_redeem_link_code, portal_remove_link, portal_end_links) change it, because a change concerns two units.
revoke insert, update, delete on account_link from portal_app;
grant update, delete on account_link to portal_personal_data;

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

-- Foreign keys of earlier tables.
alter table class_year_pupil add foreign key (unit_id, student_id) references student (unit_id, student_id) on delete cascade;
