-- The names of those whom the transaction's unit gave a right, also of those who hold none any more.
create or replace function portal_access_names() returns table (access_id uuid, real_name text, english_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select x.access_id, a.real_name, coalesce(nullif(a.english_name, ''), (select m.english_name from staff_member m where m.user_id = a.user_id), '')
  from area_access x join user_account a on a.user_id = x.area_user_id where x.unit_id = portal_unit_id()
$$;
