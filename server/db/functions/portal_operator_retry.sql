-- Tries a job again that no attempt was left of, once. False when it is not there any more.
create or replace function portal_operator_retry(job_id uuid) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  job portal_jobs.failed;
begin
  perform portal_require_operator();
  delete from portal_jobs.failed f where f.job_id = portal_operator_retry.job_id returning * into job;
  if job.job_id is null then
    return false;
  end if;
  perform portal_put_jobs(json_build_array(json_build_object('task', job.name, 'payload', job.payload)));
  return true;
end
$$;
