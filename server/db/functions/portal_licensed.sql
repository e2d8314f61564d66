-- Whether a unit may use a service now: to read in the days of grace as well. Every service needs the licence of `base` too.
create or replace function portal_licensed(of_unit uuid, service text, reads boolean) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select count(*) = cardinality(array(select distinct unnest(array['base', service])))
  from licence l join unit u on u.unit_id = l.unit_id
  where l.unit_id = of_unit and l.server_id in ('base', service)
    and l.ends_at + case when reads then make_interval(days => u.licence_grace_days) else interval '0' end > now()
$$;
