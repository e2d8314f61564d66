-- Links for a new password go to an address. Whoever changes it (the person, a form, an import, its undo, a merge), those on their way to the one before open nothing any more.
create or replace function portal_end_mailed_links() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from password_reset r where r.user_id = new.user_id and r.kind = 'mail' and r.used_at is null;
  return null;
end
$$;

create or replace trigger address_changed after update of email on user_account
  for each row when (old.email is distinct from new.email) execute function portal_end_mailed_links();
