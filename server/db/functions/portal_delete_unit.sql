-- Deletes a unit and every row of it. One statement, so that foreign keys between the rows are checked when all are gone.
create or replace function portal_delete_unit(of_unit uuid) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Before the accounts: deleting an account changes its events, and one statement cannot change and delete the same row.
  delete from admin_event where unit_id = of_unit;
  execute (
    select 'with ' || string_agg(format('d%s as (delete from %s where unit_id = $1)', c.oid, c.oid::regclass), ', ')
      || ' delete from unit where unit_id = $1'
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'unit_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.oid <> 'unit'::regclass)
  using of_unit;
  perform portal_queue.remove_job(j.key) from portal_queue.jobs j where j.key like of_unit || ' %';
  delete from portal_jobs.failed f where f.payload #>> '{data,unitId}' = of_unit::text;
end
$$;
revoke execute on function portal_delete_unit(uuid) from portal_app;
