-- What administrators do, and the end of sessions told from server to server (OpenID Connect Back-Channel Logout 1.0), both ways.

-- What was changed with an administrator's right, and what was refused to people without it. The application adds and reads; cleanup, as owner, deletes
-- what is old. Names are not copied: the page joins them.
create table admin_event (
  event_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit on delete cascade,
  -- Not now(): two events of one transaction keep their order.
  at timestamptz not null default clock_timestamp(),
  -- 'command': by an operator on the machine, who has no account.
  kind text not null check (kind in ('changed', 'refused', 'command')),
  -- Null for a command, and after the account was erased.
  actor_id uuid,
  -- The name of the endpoint or the command.
  action text not null check (char_length(action) between 1 and 100),
  target_kind text check (char_length(target_kind) between 1 and 50),
  target_id text check (char_length(target_id) between 1 and 200),
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object' and octet_length(changes::text) <= 16384),
  address text not null,
  user_agent text not null check (char_length(user_agent) <= 200),
  session_id uuid,
  check ((target_kind is null) = (target_id is null)),
  foreign key (unit_id, actor_id) references user_account (unit_id, user_id) on delete set null (actor_id)
);
create index on admin_event (unit_id, at desc, event_id desc);
create index on admin_event (unit_id, actor_id, at desc) where actor_id is not null;
create index on admin_event (unit_id, target_id, at desc) where target_id is not null;
create index on admin_event (at);
-- A person who calls an endpoint again and again is refused once an hour, as far as the trail is concerned.
create unique index admin_event_refused on admin_event (unit_id, actor_id, action, date_trunc('hour', at at time zone 'UTC')) where kind = 'refused';
select portal_isolate('admin_event');
revoke update, delete on admin_event from portal_app;

-- Where an erased person was goes with their name.
create function portal_blank_admin_events() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update admin_event set address = '', user_agent = '', session_id = null where unit_id = old.unit_id and actor_id = old.user_id;
  return old;
end
$$;
create trigger user_account_erased before delete on user_account for each row execute function portal_blank_admin_events();

-- Where an application wants to be told that a session ended.
alter table oauth_client
  add column backchannel_logout_uri text check (char_length(backchannel_logout_uri) <= 2048),
  -- The application cannot use a logout token without `sid`; the portal sends it always.
  add column backchannel_logout_session_required boolean not null default false;

-- Which applications were given a code in which session. Rows of a session that has ended are the logout tokens to deliver: without foreign keys to
-- session and account, since they outlive both.
create table oauth_session (
  session_id uuid not null,
  client_id text not null,
  unit_id uuid not null,
  user_id uuid not null,
  -- As in the application's ID tokens.
  issuer text not null,
  -- When the next attempt is due; null while the session lasts.
  due_at timestamptz,
  attempts integer not null default 0,
  primary key (session_id, client_id),
  foreign key (unit_id, client_id) references oauth_client (unit_id, client_id) on delete cascade
);
create index on oauth_session (unit_id, client_id);
create index on oauth_session (due_at) where due_at is not null;
select portal_isolate('oauth_session');

-- Whichever way a session ends: what waits for delivery is due, and codes that were not redeemed are worthless, since their tokens would outlive the news.
create function portal_end_oauth_sessions(ended uuid, of_unit uuid, of_user uuid) returns void language plpgsql as $$
begin
  delete from oauth_artifact a
  where a.unit_id = of_unit and a.user_id = of_user and a.model = 'AuthorizationCode' and a.consumed_at is null and a.payload ->> 'sid' = ended::text;
  update oauth_session o set due_at = now() where o.session_id = ended and o.unit_id = of_unit and o.due_at is null;
  if found then perform pg_notify('portal_logout', ''); end if;
end
$$;

create function portal_note_session_end() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_end_oauth_sessions(old.session_id, old.unit_id, old.user_id);
  return null;
end
$$;
create trigger session_ended_elsewhere after update of revoked_at on session for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function portal_note_session_end();
-- By cleanup, or with the account.
create trigger session_deleted after delete on session for each row
  when (old.revoked_at is null) execute function portal_note_session_end();

create function portal_note_account_end() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform portal_end_oauth_sessions(s.session_id, s.unit_id, s.user_id) from session s where s.user_id = new.user_id and s.revoked_at is null;
  return null;
end
$$;
create trigger user_account_closed_elsewhere after update of status on user_account for each row
  when (old.status = 1 and new.status <> 1) execute function portal_note_account_end();

revoke execute on function portal_end_oauth_sessions(uuid, uuid, uuid), portal_note_session_end(), portal_note_account_end(),
  portal_blank_admin_events() from portal_app;

-- The session at an OpenID provider with which a session of the portal was opened.
alter table pending_binding add column provider_sid text;
create table external_session (
  session_id uuid primary key references session on delete cascade,
  unit_id uuid not null references unit on delete cascade,
  provider_id uuid not null,
  subject text not null,
  -- Null where the provider names none.
  provider_sid text,
  foreign key (unit_id, provider_id) references sign_in_provider (unit_id, provider_id) on delete cascade
);
create index on external_session (provider_id, subject);
create index on external_session (provider_id, provider_sid) where provider_sid is not null;
select portal_isolate('external_session');

-- Logout tokens of providers that were taken, as hashes: none is taken twice.
create table logout_token (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  unit_id uuid not null references unit on delete cascade,
  expires_at timestamptz not null
);
create index on logout_token (expires_at);
select portal_isolate('logout_token');
