-- Notes in the school's trail that the transaction's person looks at it, if the school lets them. Until when; null without the right. A right that is taken away
-- meanwhile waits for this transaction, or this transaction for it.
create or replace function portal_area_open(of_unit uuid, action text, changes jsonb, address text, user_agent text) returns timestamptz
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  until timestamptz;
begin
  update area_access x set opened_at = now(), uses = uses + 1
  where x.access_id = (
      select h.access_id from area_access h join unit u on u.unit_id = h.unit_id
      where h.unit_id = of_unit and h.area_id = portal_unit_id() and h.area_user_id = portal_user_id() and u.area_id = h.area_id and u.status = 1
        and portal_access_holds(h)
      order by h.ends_at desc limit 1)
    and x.revoked_at is null
  returning x.ends_at into until;
  if until is null then
    return null;
  end if;
  insert into admin_event (unit_id, kind, action, changes, address, user_agent)
  select of_unit, 'area', action, jsonb_build_object('person', a.real_name, 'office', o.name) || changes, address, user_agent
  from user_account a join unit o on o.unit_id = a.unit_id where a.user_id = portal_user_id();
  return until;
end
$$;
