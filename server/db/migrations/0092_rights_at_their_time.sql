-- What was ordered for later is done by the rights that its author has at that time.

-- Whether an account is open and holds a code in the whole unit.
create function portal_still_holds(person uuid, wanted text) returns boolean language sql stable as $$
  select exists (
    select from public.user_account a
    where a.user_id = person and a.status = 1 and public.portal_holds(a.unit_id, a.user_id, a.user_type, wanted, false))
$$;

-- Whether the transaction's unit is a school of the office that wrote this, and the author there may still write to schools.
create function portal_area_may_publish(of_publication uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from area_publication o join unit f on f.unit_id = o.unit_id and f.status = 1 join unit s on s.area_id = o.unit_id
    where o.area_publication_id = of_publication and s.unit_id = portal_unit_id() and portal_still_holds(o.author_id, 'base_schools'))
$$;

-- Whether the author of a publication may send it now. A third party sends at once, by the scope that its call had.
create function portal_may_publish(wanted publication) returns boolean language sql stable as $$
  select case
    when wanted.client_id is not null then true
    when wanted.of_classes then public.portal_may_write_to(wanted.author_id, wanted.audience)
    when wanted.office_name is not null then coalesce(public.portal_area_may_publish(wanted.area_publication_id), false)
    else public.portal_still_holds(wanted.author_id, 'base_message')
  end
$$;
