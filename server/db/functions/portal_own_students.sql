-- The pupils of whom the transaction's person sees hand-ins: the pupil itself, or the parent's children.
create or replace function portal_own_students() returns table (student_id uuid, class_id uuid, is_self boolean) language sql stable as $$
  select s.student_id, s.class_id, true from public.student s where s.user_id = public.portal_user_id()
  union all
  select s.student_id, s.class_id, false from public.guardian g join public.student s using (student_id) where g.parent_id = public.portal_user_id()
$$;
