-- Files, folders and uploads in progress. The bytes are in the store; here is what they are, whose they are and which chunks have arrived.

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
  foreign key (unit_id, owner_id) references user_account (unit_id, user_id),
  foreign key (unit_id, sha256) references storage_object (unit_id, sha256),
  foreign key (unit_id, owner_id, folder_id) references storage_folder (unit_id, owner_id, folder_id)
);
create unique index storage_file_name on storage_file
  (unit_id, owner_id, coalesce(folder_id, '00000000-0000-0000-0000-000000000000'), name) where deleted_at is null;
create index on storage_file (unit_id, owner_id, folder_id);
create index on storage_file (unit_id, sha256);
create index on storage_file (deleted_at) where deleted_at is not null;

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

select portal_isolate('storage_object');
select portal_isolate('storage_folder');
select portal_isolate('storage_file');
select portal_isolate('storage_upload');
select portal_isolate('storage_upload_chunk');
