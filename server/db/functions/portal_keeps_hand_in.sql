-- Who keeps a hand-in: the head of its class today, and its author who still teaches the class. A former teacher of a class has nothing of it any more, and the next head has it.
create or replace function portal_keeps_hand_in(of_class uuid, author uuid) returns boolean language sql stable as $$
  select exists (
    select from public.class_group c where c.class_id = of_class and (
      c.head_teacher_id = public.portal_user_id()
      or author = public.portal_user_id()
        and exists (select from public.class_teacher t where t.class_id = c.class_id and t.user_id = author)))
$$;
