-- Whether an account is open and holds a code in the whole unit.
create or replace function portal_still_holds(person uuid, wanted text) returns boolean language sql stable as $$
  select exists (
    select from public.user_account a
    where a.user_id = person and a.status = 1 and public.portal_holds(a.unit_id, a.user_id, a.user_type, wanted, false))
$$;
