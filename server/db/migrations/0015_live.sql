-- Live changes: what the portal's processes tell each other, who wrote a message, and how a unit's bell looks.

-- The bell shows a dot instead of a count (the specification's pcOpen).
alter table unit add column message_dot boolean not null default false;

-- Who published a message; null for what an application sent by itself.
alter table message add column author_id uuid;
alter table message add foreign key (unit_id, author_id) references user_account (unit_id, user_id) on delete set null (author_id);
create index on message (author_id) where author_id is not null;

-- A session that ends is announced to every process once that is committed, whichever way ended it: what it holds open must end too. Quietly, where the
-- transaction asked for that (`portal.ends_quietly`): the page then stays as it is, and its next call asks who is there.
create function portal_announce_session_end() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('portal_live',
    json_build_object('unitId', new.unit_id, 'kind', 'signed-out', 'sessionIds', json_build_array(new.session_id),
      'quietly', coalesce(current_setting('portal.ends_quietly', true), '') = 'on')::text);
  return null;
end
$$;
create trigger session_ended after update of revoked_at on session for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function portal_announce_session_end();

-- The same for an account that is closed.
create function portal_announce_account_end() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('portal_live',
    json_build_object('unitId', new.unit_id, 'kind', 'signed-out', 'userIds', json_build_array(new.user_id))::text);
  return null;
end
$$;
create trigger user_account_closed after update of status on user_account for each row
  when (old.status = 1 and new.status <> 1) execute function portal_announce_account_end();

-- Which of these sessions, of any unit, are still good. For what holds connections of many people open and may have missed an announcement.
create function portal_good_sessions(asked uuid[]) returns table (session_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.session_id
  from session s
  join user_account a on a.user_id = s.user_id and a.status = 1
  join unit u on u.unit_id = s.unit_id and u.status = 1
  where s.session_id = any (asked) and s.revoked_at is null and s.refresh_expires_at > now() and s.ends_at > now()
$$;
