-- Whether rows of other people are to be read: by the unit's own jobs, and by those who export a person's data.
create or replace function portal_reads_all_people() returns boolean language sql stable as $$
  select public.portal_user_id() is null or exists (
    select from public.user_account a
    where a.user_id = public.portal_user_id() and public.portal_holds(a.unit_id, a.user_id, a.user_type, 'base_people', false))
$$;
