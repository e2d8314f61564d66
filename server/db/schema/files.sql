-- Bytes that a unit has, once however many files show them. A row without files is collected together with its bytes.
create table storage_object (
  unit_id uuid not null references unit,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  md5 text not null check (md5 ~ '^[0-9a-f]{32}$'),
  size bigint not null check (size >= 0),
  created_at timestamptz not null default now(),
  -- When somebody last brought these bytes; who does so must not lose them to a collection that runs meanwhile.
  confirmed_at timestamptz not null default now(),
  primary key (unit_id, sha256)
);
create index on storage_object (unit_id, md5);

-- The bytes of a unit's objects, kept together: there may be a million of them.
create table storage_use (
  unit_id uuid primary key references unit,
  bytes bigint not null
);
-- Only the trigger storage_object_counted writes it.
revoke insert, update, delete on storage_use from portal_app;

-- A folder of a person.
create table storage_folder (
  folder_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  owner_id uuid not null,
  parent_id uuid,
  name text not null check (char_length(name) between 1 and 255),
  created_at timestamptz not null default now(),
  -- In the bin since. What lay in a folder when it was removed carries that folder's id in removed_with, and comes back with it.
  deleted_at timestamptz,
  removed_with uuid,
  -- The longer key lets references prove that a folder and what lies in it belong to the same person of the same unit.
  unique (unit_id, owner_id, folder_id),
  foreign key (unit_id, owner_id) references user_account (unit_id, user_id),
  foreign key (unit_id, owner_id, parent_id) references storage_folder (unit_id, owner_id, folder_id)
);
create unique index storage_folder_name on storage_folder
  (unit_id, owner_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), name) where deleted_at is null;
create index on storage_folder (unit_id, owner_id, parent_id);
create index on storage_folder (deleted_at) where deleted_at is not null;
create index storage_folder_by_name_zh on storage_folder
  (unit_id, owner_id, parent_id, name collate portal_names_zh, folder_id) where deleted_at is null;
create index storage_folder_by_name_en on storage_folder
  (unit_id, owner_id, parent_id, name collate portal_names_en, folder_id) where deleted_at is null;
create index storage_folder_by_date on storage_folder
  (unit_id, owner_id, parent_id, created_at) where deleted_at is null;
create index storage_folder_bin on storage_folder (unit_id, owner_id, deleted_at desc, folder_id desc) where deleted_at is not null and removed_with is null;
create index storage_folder_removed_with on storage_folder (removed_with) where removed_with is not null;

-- A file of a person: a name for bytes of storage_object.
create table storage_file (
  file_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  owner_id uuid not null,
  folder_id uuid,
  name text not null check (char_length(name) between 1 and 255),
  -- The name that was asked for, before " (2)" kept it apart from another file: the same question asked again finds its answer by it.
  asked_name text not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  removed_with uuid,
  -- A file's size stands beside its name too: what somebody uses is then read from one index, without a look at the object of each of their files.
  size bigint not null,
  -- The number of the present content, and who put it there where that was not the owner.
  version integer not null default 1 check (version >= 1),
  written_by uuid,
  foreign key (unit_id, owner_id) references user_account (unit_id, user_id),
  foreign key (unit_id, sha256) references storage_object (unit_id, sha256),
  foreign key (unit_id, owner_id, folder_id) references storage_folder (unit_id, owner_id, folder_id),
  unique (unit_id, owner_id, file_id),
  foreign key (unit_id, written_by) references user_account (unit_id, user_id) on delete set null (written_by)
);
create unique index storage_file_name on storage_file
  (unit_id, owner_id, coalesce(folder_id, '00000000-0000-0000-0000-000000000000'), name) where deleted_at is null;
create index on storage_file (unit_id, sha256);
create index on storage_file (deleted_at) where deleted_at is not null;
create index on storage_file (unit_id, owner_id, folder_id) include (size);
create index storage_file_by_name_zh on storage_file
  (unit_id, owner_id, folder_id, name collate portal_names_zh, file_id) where deleted_at is null;
create index storage_file_by_name_en on storage_file
  (unit_id, owner_id, folder_id, name collate portal_names_en, file_id) where deleted_at is null;
create index storage_file_by_size on storage_file
  (unit_id, owner_id, folder_id, size) where deleted_at is null;
create index storage_file_by_date on storage_file
  (unit_id, owner_id, folder_id, created_at) where deleted_at is null;
-- The bin of a person's files: what was removed by itself, newest first, and what was removed with a folder.
create index storage_file_bin on storage_file (unit_id, owner_id, deleted_at desc, file_id desc) where deleted_at is not null and removed_with is null;
create index storage_file_removed_with on storage_file (removed_with) where removed_with is not null;
create index on storage_file (written_by) where written_by is not null;

-- Earlier contents of a file.
create table storage_file_version (
  version_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  owner_id uuid not null,
  file_id uuid not null,
  number integer not null check (number >= 1),
  sha256 text not null,
  size bigint not null,
  -- By whom; null: by the owner, or by an account that was erased.
  user_id uuid,
  -- When the content came, and when other bytes took its place.
  created_at timestamptz not null,
  replaced_at timestamptz not null default now(),
  unique (file_id, number),
  -- With the owner: people who are merged hand their files on.
  foreign key (unit_id, owner_id, file_id) references storage_file (unit_id, owner_id, file_id) on update cascade on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete set null (user_id),
  foreign key (unit_id, sha256) references storage_object (unit_id, sha256)
);
create index on storage_file_version (unit_id, owner_id) include (size);
create index on storage_file_version (unit_id, sha256);
create index on storage_file_version (user_id) where user_id is not null;
create index on storage_file_version (replaced_at);
-- A version is made and deleted, never changed; foreign keys change it as the owner of the tables.
revoke update on storage_file_version from portal_app;
grant update on storage_file_version to portal_personal_data;

-- A person's upload of one file; whoever sends the same bytes in the same chunks again continues it. Its id also names its place in the store,
-- and is never used for a second place.
create table storage_upload (
  upload_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  owner_id uuid not null,
  md5 text not null check (md5 ~ '^[0-9a-f]{32}$'),
  size bigint not null check (size >= 0),
  chunks integer not null check (chunks > 0),
  chunk_size integer not null check (chunk_size > 0),
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  begun_as text check (begun_as ~ '^[0-9a-f]{32}$'),
  unique (unit_id, owner_id, md5, size, chunks),
  foreign key (unit_id, owner_id) references user_account (unit_id, user_id)
);
create index on storage_upload (touched_at);

-- A row means that the chunk's bytes were checked and are on the disk.
create table storage_upload_chunk (
  upload_id uuid not null references storage_upload on delete cascade,
  chunk integer not null check (chunk > 0),
  unit_id uuid not null,
  primary key (upload_id, chunk)
);

-- Who writes or removes bytes in the store just now.
create table storage_lease (
  lease_id uuid not null default portal_new_id(),
  unit_id uuid not null references unit,
  sha256 text not null,
  -- Whether the bytes are being removed, which one process does alone, or written, which several may do at once.
  removes boolean not null,
  -- When a process that has not ended the lease counts as dead.
  expires_at timestamptz not null,
  primary key (lease_id, sha256)
);
create index on storage_lease (unit_id, sha256);

-- That a person lets others see or edit a file or folder of theirs.
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
create index on storage_share (user_id) where user_id is not null;
-- With whom and what stays as it was checked.
revoke update on storage_share from portal_app;
grant update (may_edit, until_on, expires_at) on storage_share to portal_app;
grant update on storage_share to portal_personal_data;

-- Foreign keys of earlier tables.
alter table account_picture add foreign key (unit_id, sha256) references storage_object (unit_id, sha256);
