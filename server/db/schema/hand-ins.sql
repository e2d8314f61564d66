-- What a teacher collects from the pupils of a class.
create table hand_in (
  hand_in_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  class_id uuid not null,
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
  -- Since when it is removed: it is shown to its teacher alone, who can restore it until the clean-up deletes it.
  removed_at timestamptz,
  unique (unit_id, hand_in_id),
  foreign key (unit_id, class_id) references class_group (unit_id, class_id) on delete cascade,
  foreign key (unit_id, author_id) references user_account (unit_id, user_id) on delete set null (author_id)
);
create index on hand_in (unit_id, class_id, created_at desc);
create index on hand_in (author_id, created_at desc) where author_id is not null;
create index on hand_in (removed_at) where removed_at is not null;
create index on hand_in (due_at);
revoke update on hand_in from portal_app;
grant update (title, body, due_at, max_files, max_bytes, closed_at, reminded_at, removed_at) on hand_in to portal_app;
grant update on hand_in to portal_personal_data;

-- A file that a pupil handed in. The bytes stay while this shows them, whatever the pupil does with the own file.
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
revoke update on hand_in_file from portal_app;
grant update on hand_in_file to portal_personal_data;
