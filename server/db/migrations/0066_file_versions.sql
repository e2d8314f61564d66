-- Versions: what a file contained before other bytes replaced them.

-- Of the present content: its number, and who put it there where that was not the owner.
alter table storage_file
  add column version integer not null default 1 check (version >= 1),
  add column written_by uuid,
  add foreign key (unit_id, written_by) references user_account (unit_id, user_id) on delete set null (written_by);
create index on storage_file (written_by) where written_by is not null;

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
select portal_isolate('storage_file_version');
-- A version is made and deleted, never changed; foreign keys change it as the owner of the tables.
revoke update on storage_file_version from portal_app;

-- As before, with versions.
create or replace function portal_person_storage(unit uuid, person uuid) returns bigint language sql stable
return coalesce((select sum(f.size) from storage_file f where f.unit_id = unit and f.owner_id = person), 0)
  + coalesce((select sum(v.size) from storage_file_version v where v.unit_id = unit and v.owner_id = person), 0)
  + coalesce((select sum(u.size) from storage_upload u where u.unit_id = unit and u.owner_id = person), 0);
