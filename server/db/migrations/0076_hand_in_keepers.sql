-- Who keeps a hand-in: the head of its class today, and its author who still teaches the class. A former teacher of a class has nothing of it any more, and the next head has it.
create function portal_keeps_hand_in(of_class uuid, author uuid) returns boolean language sql stable as $$
  select exists (
    select from public.class_group c where c.class_id = of_class and (
      c.head_teacher_id = public.portal_user_id()
      or author = public.portal_user_id()
        and exists (select from public.class_teacher t where t.class_id = c.class_id and t.user_id = author)))
$$;

drop policy portal_hand_in_read on hand_in;
create policy portal_hand_in_read on hand_in as restrictive for select to portal_app using (
  current_user <> 'portal_app' or portal_keeps_hand_in(class_id, author_id)
  or removed_at is null and class_id in (select s.class_id from portal_own_students() s) or (select portal_reads_all_people()));
drop policy portal_hand_in_change on hand_in;
create policy portal_hand_in_change on hand_in as restrictive for update to portal_app
  using (current_user <> 'portal_app' or portal_keeps_hand_in(class_id, author_id))
  with check (current_user <> 'portal_app' or portal_keeps_hand_in(class_id, author_id));
drop policy portal_hand_in_file_read on hand_in_file;
create policy portal_hand_in_file_read on hand_in_file as restrictive for select to portal_app using (
  current_user <> 'portal_app' or student_id in (select s.student_id from portal_own_students() s)
  or hand_in_id in (select h.hand_in_id from hand_in h where portal_keeps_hand_in(h.class_id, h.author_id)) or (select portal_reads_all_people()));
