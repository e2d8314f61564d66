-- Whether a person administers the unit: by the administrator's role, also of the other account that they switch to without a proof, or by one of these
-- codes.
create or replace function portal_administers(of_user uuid, codes text[]) returns boolean language sql stable as $$
  select public.portal_may_administer(of_user) or exists (
    select from public.user_account a cross join unnest(codes) as asked (code)
    where a.user_id = of_user and public.portal_holds(a.unit_id, a.user_id, a.user_type, asked.code))
$$;
