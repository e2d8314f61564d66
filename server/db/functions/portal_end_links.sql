-- Ends the links and the open codes of accounts of the transaction's unit.
create or replace function portal_end_links(of_users uuid[], from_address text, agent text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from account_link_code c where c.unit_id = portal_unit_id() and c.user_id = any (of_users);
  perform portal_delete_links(
    array(select l.link_id from account_link l where l.unit_id = portal_unit_id() and l.user_id = any (of_users)), from_address, agent);
end
$$;
