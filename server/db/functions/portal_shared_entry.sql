-- What shares give the transaction's person of another's file or folder, by itself or by a folder above; no row without one. `top`: the uppermost entry that is
-- shared with the person. `edit_above`: a folder above may be changed, and so what lies in it be removed. The only way to entries of others. plpgsql, because a
-- connection keeps its plans: planning takes longer than running it.
create or replace function portal_shared_entry(entry uuid) returns table (owner_id uuid, is_folder boolean, may_edit boolean, edit_above boolean, top uuid)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query
  with recursive chain as (
    select begun.* from (
      select f.owner_id, f.folder_id as id, f.parent_id as above, true as is_folder, 0 as height from public.storage_folder f where f.folder_id = entry
      union all
      select f.owner_id, f.file_id, f.folder_id, false, 0 from public.storage_file f where f.file_id = entry) begun
    union all
    select p.owner_id, p.folder_id, p.parent_id, chain.is_folder, chain.height + 1
    from chain join public.storage_folder p on p.folder_id = chain.above)
  select c.owner_id, bool_or(c.is_folder), bool_or(s.may_edit and k.may_edit), bool_or(s.may_edit and k.may_edit and c.height > 0),
    (array_agg(c.id order by c.height desc))[1]
  from chain c join public.storage_share s on s.entry_id = c.id and s.owner_id = c.owner_id
    join public.portal_share_keys() k on k.receiver_id = s.receiver_id
  where c.owner_id <> public.portal_user_id() and (s.expires_at is null or s.expires_at > now())
  group by c.owner_id;
end
$$;
