-- Why the link from one account to another cannot be used now; null where it can. A second step is not to be gone round by an account without one.
create or replace function portal_link_problem(own_user uuid, other_user uuid, other_unit_status smallint) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case
    when other_unit_status <> 1 then 'suspended'
    when exists (select from second_step s where s.user_id = other_user) and not exists (select from second_step s where s.user_id = own_user)
      then 'second_step'
    when exists (select from credential c where c.user_id = other_user and c.is_first) then 'first_password'
  end
$$;
revoke execute on function portal_link_problem(uuid, uuid, smallint) from portal_app;
