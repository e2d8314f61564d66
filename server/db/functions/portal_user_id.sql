-- The person on whose behalf this transaction runs, or null.
create or replace function portal_user_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('portal.user_id', true), '')::uuid
$$;
