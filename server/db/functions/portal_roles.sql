-- The roles of a person.
create or replace function portal_roles(of_user uuid) returns setof uuid language sql stable as $$
  select held.role_id from public.portal_held_roles(of_user) as held
$$;
