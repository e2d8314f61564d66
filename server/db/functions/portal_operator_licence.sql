-- A module's licence, to the end of a day in the unit's time zone; without a day it is taken away.
create or replace function portal_operator_licence(of_unit uuid, service text, label text, english_label text, ends_on date) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_require_operator();
  if not exists (select from unit u where u.unit_id = of_unit) then
    return false;
  end if;
  if ends_on is null then
    delete from licence l where l.unit_id = of_unit and l.server_id = service;
  else
    insert into licence as l (unit_id, server_id, name, english_name, ends_at)
    values (of_unit, service, label, english_label,
      (ends_on + 1)::timestamp at time zone portal_operator_zone(of_unit) - interval '1 second')
    on conflict (unit_id, server_id) do update set name = excluded.name, english_name = excluded.english_name, ends_at = excluded.ends_at;
  end if;
  perform portal_operator_tell(of_unit, 'operator.saveLicence', jsonb_build_object('serverId', service, 'endsOn', ends_on));
  return true;
end
$$;
