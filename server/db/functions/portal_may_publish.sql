-- Whether the author of a publication may send it now. A third party sends at once, by the scope that its call had.
create or replace function portal_may_publish(wanted publication) returns boolean language sql stable as $$
  select case
    when wanted.client_id is not null then true
    when wanted.of_classes then public.portal_may_write_to(wanted.author_id, wanted.audience)
    when wanted.office_name is not null then coalesce(public.portal_area_may_publish(wanted.area_publication_id), false)
    else public.portal_still_holds(wanted.author_id, 'base_message')
  end
$$;
