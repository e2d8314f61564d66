-- Whether the transaction's person may share with an account, or with a class or another group (null): with the code, with all of the unit; without it, with the
-- teachers of the own classes alone.
create or replace function portal_may_share_with(person uuid) returns boolean language sql stable as $$
  select exists (
    select from public.user_account a where a.user_id = public.portal_user_id() and (
      public.portal_holds(a.unit_id, a.user_id, a.user_type, 'files_share_all')
      or exists (
        select from public.class_group c
        where c.closed_on is null and c.class_id in (select k.receiver_id from public.portal_share_keys() k) and (c.head_teacher_id = person
          or exists (select from public.class_teacher t where t.class_id = c.class_id and t.user_id = person)))))
$$;
