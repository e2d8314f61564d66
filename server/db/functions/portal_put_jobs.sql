-- Adds jobs to the queue: {task, payload, at, key, flags} each. With a key it is put back as it is given, unless it was removed while it ran. The key begins with the
-- unit, by which deleting that finds its jobs.
create or replace function portal_put_jobs(jobs json) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_queue.add_jobs(array(
    select row(j.task, j.payload, null, j.at, 100,
      coalesce(j.key, case when j.task like 'scheduled %' then j.task else concat(j.payload #>> '{data,unitId}', ' ', gen_random_uuid()) end),
      0, j.flags)::portal_queue.job_spec
    from json_to_recordset(jobs) j (task text, payload json, at timestamptz, key text, flags text[])
    where j.key is null or exists (select from portal_queue.jobs q where q.key = j.key)));
end
$$;
revoke execute on function portal_put_jobs(json) from portal_app;
