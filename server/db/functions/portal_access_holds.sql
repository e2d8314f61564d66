-- Whether a right holds just now, beside that its school still belongs to the office.
create or replace function portal_access_holds(given area_access) returns boolean language sql stable as $$
  select given.revoked_at is null and given.ends_at > now()
$$;
