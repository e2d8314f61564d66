-- The schools of the transaction's unit with counts, never people. `access_ends_at`: until when the transaction's person may open it.
create or replace function portal_area_schools(of_unit uuid)
returns table (unit_id uuid, name text, english_name text, host text, active boolean, pupils bigint, teachers bigint, parents bigint, staff bigint,
  classes bigint, today bigint, week bigint, storage bigint, access_ends_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.unit_id, u.name, u.english_name, (select h.host from unit_host h where h.unit_id = u.unit_id order by h.is_main desc, h.host limit 1), u.status = 1,
    (select count(*) from student s where s.unit_id = u.unit_id and s.class_id is not null),
    coalesce(p.teachers, 0), coalesce(p.parents, 0), coalesce(p.staff, 0),
    (select count(*) from class_group c where c.unit_id = u.unit_id and c.closed_on is null),
    coalesce(e.today, 0), coalesce(e.week, 0), portal_unit_storage(u.unit_id),
    (select max(x.ends_at) from area_access x
      where x.unit_id = u.unit_id and x.area_id = u.area_id and x.area_user_id = portal_user_id() and portal_access_holds(x))
  from unit u
  left join lateral (
    select count(*) filter (where a.user_type = 2) as teachers, count(*) filter (where a.user_type = 3) as parents,
      count(*) filter (where a.user_type = 4) as staff
    from user_account a where a.unit_id = u.unit_id and a.status = 1) p on true
  left join lateral (
    select count(distinct v.user_id) as week,
      count(distinct v.user_id) filter (where (v.at at time zone portal_operator_zone(u.unit_id))::date = (now() at time zone portal_operator_zone(u.unit_id))::date)
        as today
    from sign_in_event v where v.unit_id = u.unit_id and v.kind = 'signed-in' and v.at > now() - interval '7 days') e on true
  where u.area_id = portal_unit_id() and (of_unit is null or u.unit_id = of_unit)
$$;
