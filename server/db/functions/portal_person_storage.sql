-- What a person uses: their files with their versions, in the bin too, and what they have begun to upload.
create or replace function portal_person_storage(unit uuid, person uuid) returns bigint language sql stable
return coalesce((select sum(f.size) from storage_file f where f.unit_id = unit and f.owner_id = person), 0)
  + coalesce((select sum(v.size) from storage_file_version v where v.unit_id = unit and v.owner_id = person), 0)
  + coalesce((select sum(u.size) from storage_upload u where u.unit_id = unit and u.owner_id = person), 0);
