-- A closed account, or one that is no parent's any more, has no links.
create or replace function portal_end_links_with_account() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from account_link_code c where c.user_id = new.user_id;
  perform portal_delete_links(array(select l.link_id from account_link l where l.user_id = new.user_id), '', '');
  return null;
end
$$;
revoke execute on function portal_end_links_with_account() from portal_app;

create or replace trigger links_end_with_account after update of status, user_type on user_account for each row
  when (old.user_type = 3 and old.status = 1 and (new.user_type <> 3 or new.status <> 1)) execute function portal_end_links_with_account();
