-- Deletes these links on both sides, with an event for each account. The address and device are those of the transaction's unit alone.
create or replace function portal_delete_links(of_links uuid[], from_address text, agent text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with ended as (delete from account_link l where l.link_id = any (of_links) returning l.unit_id, l.user_id)
  insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
  select e.unit_id, e.user_id, 'account-unlinked',
    case when e.unit_id = portal_unit_id() then from_address else '' end, case when e.unit_id = portal_unit_id() then agent else '' end
  from ended e
$$;
revoke execute on function portal_delete_links(uuid[], text, text) from portal_app;
