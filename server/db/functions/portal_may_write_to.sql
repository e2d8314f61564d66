-- Whether a person may write by the right for own classes to an audience: pupils and parents of the classes that they teach or of their part, or single ones
-- of these. An identifier in another spelling than the database's is none of them.
create or replace function portal_may_write_to(person uuid, audience jsonb) returns boolean language sql stable as $$
  select exists (
      select from public.user_account a
      where a.user_id = person and a.status = 1 and public.portal_holds(a.unit_id, a.user_id, a.user_type, 'message_classes', true))
    and audience -> 'userTypes' <@ '[1, 3]'::jsonb
    and audience -> 'gradeIds' = '[]'::jsonb
    and coalesce(audience -> 'roleIds', '[]'::jsonb) = '[]'::jsonb
    and (audience -> 'userTypes' = '[]'::jsonb or audience -> 'classIds' <> '[]'::jsonb)
    and not exists (
      select from jsonb_array_elements_text(audience -> 'classIds') asked (id)
      where asked.id not in (select t.class_id::text from public.portal_message_classes(person) t))
    and not exists (
      select from jsonb_array_elements_text(audience -> 'userIds') asked (id)
      where asked.id not in (select p.user_id::text from public.portal_message_people(person) p))
$$;
