-- Tries a job again that no attempt was left of. False when it is not there any more.
create or replace function portal_operator_retry(job_id uuid) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  queue text;
begin
  perform portal_require_operator();
  update portal_jobs.job j set state = 'retry', retry_limit = j.retry_count + 1, start_after = now(), completed_on = null, output = null
  where j.id = job_id and j.state = 'failed' and j.name <> 'dead-letters'
  returning j.name into queue;
  if queue is null then
    return false;
  end if;
  perform pg_notify('portal_jobs', queue);
  return true;
end
$$;
