-- What was changed with an administrator's right, and what was refused to people without it. The application adds and reads; cleanup, as owner, deletes
-- what is old. Names are not copied: the page joins them.
create table admin_event (
  event_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit on delete cascade,
  -- Not now(): two events of one transaction keep their order.
  at timestamptz not null default clock_timestamp(),
  -- 'command': by an operator on the machine, who has no account. 'area': by a person of the education office.
  kind text not null check (kind in ('changed', 'refused', 'command', 'area')),
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
revoke update, delete on admin_event from portal_app;
grant update on admin_event to portal_personal_data;
