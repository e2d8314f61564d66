-- Null: no limit.
create or replace function portal_class_quota(class uuid) returns bigint language sql stable as $$
  select coalesce(c.storage_quota, u.class_quota) from public.class_group c join public.unit u using (unit_id) where c.class_id = class
$$;
