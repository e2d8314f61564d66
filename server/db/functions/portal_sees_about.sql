-- Whether a person may see what was sent to them about a pupil. A parent no longer, once the school has taken the child off the account.
create or replace function portal_sees_about(person uuid, pupil uuid) returns boolean language sql stable as $$
  select pupil is null
    or exists (select from public.guardian g where g.parent_id = person and g.student_id = pupil)
    or not exists (select from public.user_account a where a.user_id = person and a.user_type = 3)
$$;
