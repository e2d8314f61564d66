-- What a unit uses: bytes that several files show count once, and what everybody has begun to upload.
create or replace function portal_unit_storage(unit uuid) returns bigint language sql stable
return coalesce((select u.bytes from storage_use u where u.unit_id = unit), 0)
  + coalesce((select sum(u.size) from storage_upload u where u.unit_id = unit), 0);
