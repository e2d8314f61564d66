-- The bin of a person's files: what was removed by itself, newest first, and what was removed with a folder.
create index storage_file_bin on storage_file (unit_id, owner_id, deleted_at desc, file_id desc) where deleted_at is not null and removed_with is null;
create index storage_folder_bin on storage_folder (unit_id, owner_id, deleted_at desc, folder_id desc) where deleted_at is not null and removed_with is null;
create index storage_file_removed_with on storage_file (removed_with) where removed_with is not null;
create index storage_folder_removed_with on storage_folder (removed_with) where removed_with is not null;
