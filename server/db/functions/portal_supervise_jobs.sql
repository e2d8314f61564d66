-- Says that a process lives, by the names of its pools, takes the jobs back whose process was not heard of for a minute, and adds what is due at intervals, {name, flags} each, unless it
-- waits or runs already.
create or replace function portal_supervise_jobs(pools text[], due json) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into portal_jobs.process (pool_id) select unnest(pools) on conflict (pool_id) do update set seen_at = now();
  delete from portal_jobs.process where seen_at < now() - interval '1 day';
  perform portal_queue.force_unlock_workers(array(
    select distinct j.locked_by from portal_queue.jobs j
    where j.locked_at < now() - interval '1 minute'
      and not exists (select from portal_jobs.process p where p.pool_id = j.locked_by and p.seen_at > now() - interval '1 minute')));
  -- Put back or removed by a process that then died.
  perform portal_queue.complete_jobs(array(select j.id from portal_queue.jobs j where j.locked_at is null and j.attempts >= j.max_attempts));
  perform portal_queue.add_job(d.name, '{"tries": 0, "data": null}', max_attempts := 100, job_key := d.name, flags := d.flags, job_key_mode := 'unsafe_dedupe')
  from json_to_recordset(due) d (name text, flags text[]);
  delete from portal_jobs.failed where failed_at < now() - interval '14 days';
end
$$;
revoke execute on function portal_supervise_jobs(text[], json) from portal_app;
