-- Takes the code by which the transaction's person, a teacher, is linked with a parent account of the unit. Returns that account; no row for a code that is not good.
create or replace function portal_take_teacher_code(hash bytea) returns table (user_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from account_link_code c using user_account a
  where c.code_hash = hash and c.purpose = 'teacher' and c.unit_id = portal_unit_id() and c.expires_at > now()
    and a.user_id = c.user_id and a.unit_id = c.unit_id and a.status = 1 and a.user_type = 3
  returning c.user_id
$$;
