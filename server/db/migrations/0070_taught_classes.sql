-- The classes of the transaction's person are read where those of any person are.
create or replace function portal_taught_classes() returns setof uuid language sql stable as $$
  select t.class_id from public.portal_taught_classes(public.portal_user_id()) t
$$;
