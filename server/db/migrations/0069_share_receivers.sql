-- The identifiers of `portal_share_keys`, all of them or only those by which a share to edit lets edit. plpgsql, because a connection keeps its plans: the policy is a
-- part of every statement on shares, and planning the look-ups took longer than running them.
create function portal_share_receivers(to_edit boolean) returns uuid[] language plpgsql stable as $$
begin
  return array(select k.receiver_id from public.portal_share_keys() k where k.may_edit or not to_edit);
end
$$;

-- As before.
alter policy portal_share_read on storage_share using (
  current_user <> 'portal_app' or owner_id = (select portal_user_id())
  or (expires_at is null or expires_at > now()) and receiver_id = any ((select portal_share_receivers(false))::uuid[])
  or (select portal_reads_all_people()));
