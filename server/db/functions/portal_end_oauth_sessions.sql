-- Whichever way a session ends: what waits for delivery is due, and codes that were not redeemed are worthless, since their tokens would outlive the news.
create or replace function portal_end_oauth_sessions(ended uuid, of_unit uuid, of_user uuid) returns void language plpgsql as $$
begin
  delete from oauth_artifact a
  where a.unit_id = of_unit and a.user_id = of_user and a.model = 'AuthorizationCode' and a.consumed_at is null and a.payload ->> 'sid' = ended::text;
  update oauth_session o set due_at = now() where o.session_id = ended and o.unit_id = of_unit and o.due_at is null;
  if found then perform pg_notify('portal_logout', ''); end if;
end
$$;
revoke execute on function portal_end_oauth_sessions(uuid, uuid, uuid) from portal_app;
