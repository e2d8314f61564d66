-- Ends one link of the transaction's person. Returns the other account; no row without such a link.
create or replace function portal_remove_link(of_link uuid, from_address text, agent text) returns table (unit_id uuid, user_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select l.other_unit_id, l.other_user_id from account_link l
  where l.link_id = of_link and l.unit_id = portal_unit_id() and l.user_id = portal_user_id() for update;
  if found then
    perform portal_delete_links(array[of_link], from_address, agent);
  end if;
end
$$;
