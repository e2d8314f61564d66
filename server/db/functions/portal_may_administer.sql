-- Whether a person is an administrator, or can become one without a proof, by switching to their other account (parent or teacher).
create or replace function portal_may_administer(of_user uuid) returns boolean language sql stable as $$
  select exists (
    select from public.user_account a
    join public.user_account o on o.unit_id = a.unit_id and (
      o.user_id = a.user_id
      or (a.user_type = 3 and o.user_type = 2 and o.parent_id = a.user_id)
      or (a.user_type = 2 and o.user_type = 3 and o.user_id = a.parent_id))
    cross join lateral public.portal_roles(o.user_id) as held (role_id)
    join public.role r on r.role_id = held.role_id
    where a.user_id = of_user and r.service = 'base' and r.code = 'XX_SYS_')
$$;
