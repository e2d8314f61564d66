-- The identifiers of `portal_share_keys`, all of them or only those by which a share to edit lets edit. plpgsql, because a connection keeps its plans: the policy is a
-- part of every statement on shares, and planning the look-ups took longer than running them.
create or replace function portal_share_receivers(to_edit boolean) returns uuid[] language plpgsql stable as $$
begin
  return array(select k.receiver_id from public.portal_share_keys() k where k.may_edit or not to_edit);
end
$$;
