-- The unit whose rows this transaction sees, or null when none was set.
create or replace function portal_unit_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('portal.unit_id', true), '')::uuid
$$;
