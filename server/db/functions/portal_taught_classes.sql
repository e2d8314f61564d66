-- The open classes of which the transaction's person is the head, or which the person teaches.
create or replace function portal_taught_classes() returns setof uuid language sql stable as $$
  select t.class_id from public.portal_taught_classes(public.portal_user_id()) t
$$;
