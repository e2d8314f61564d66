-- A folder's content comes page by page, in the order that the person sees: for each order an index, so that a page costs the same in a folder of
-- 50,000 files as in one of 50.

-- As people read names in each language, with numbers by their value: the same as the browser's Intl.Collator. A PostgreSQL that was built without ICU
-- orders by code point, and the page then puts into order what it has.
do $$
begin
  create collation portal_names_zh (provider = icu, locale = 'zh-u-co-pinyin-kn-true-ks-level1');
  create collation portal_names_en (provider = icu, locale = 'en-u-kn-true-ks-level1');
exception
  when feature_not_supported then
    create collation portal_names_zh from "C";
    create collation portal_names_en from "C";
end
$$;

create index storage_file_by_name_zh on storage_file
  (unit_id, owner_id, folder_id, name collate portal_names_zh, file_id) where deleted_at is null;
create index storage_file_by_name_en on storage_file
  (unit_id, owner_id, folder_id, name collate portal_names_en, file_id) where deleted_at is null;
create index storage_file_by_size on storage_file
  (unit_id, owner_id, folder_id, size) where deleted_at is null;
create index storage_file_by_date on storage_file
  (unit_id, owner_id, folder_id, created_at) where deleted_at is null;

create index storage_folder_by_name_zh on storage_folder
  (unit_id, owner_id, parent_id, name collate portal_names_zh, folder_id) where deleted_at is null;
create index storage_folder_by_name_en on storage_folder
  (unit_id, owner_id, parent_id, name collate portal_names_en, folder_id) where deleted_at is null;
create index storage_folder_by_date on storage_folder
  (unit_id, owner_id, parent_id, created_at) where deleted_at is null;
