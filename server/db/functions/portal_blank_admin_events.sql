-- Deletes address and device of what an erased person did.
create or replace function portal_blank_admin_events() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update admin_event set address = '', user_agent = '', session_id = null where unit_id = old.unit_id and actor_id = old.user_id;
  return old;
end
$$;
revoke execute on function portal_blank_admin_events() from portal_app;

create or replace trigger user_account_erased before delete on user_account for each row execute function portal_blank_admin_events();
