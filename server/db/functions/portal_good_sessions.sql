-- Which of these sessions, of any unit, are still good. For what holds connections of many people open and may have missed an announcement.
create or replace function portal_good_sessions(asked uuid[]) returns table (session_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.session_id
  from session s
  join user_account a on a.user_id = s.user_id and a.status = 1
  join unit u on u.unit_id = s.unit_id and u.status = 1
  where s.session_id = any (asked) and s.revoked_at is null and s.refresh_expires_at > now() and s.ends_at > now()
$$;
