-- What happened around people's sign-ins, for themselves to see. Append-only for the application; upkeep, as owner, deletes what is old.
create table sign_in_event (
  event_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('signed-in', 'failed', 'slowed-down', 'signed-out', 'session-ended', 'token-reused', 'handed-over',
    'client-registered', 'role-switched')),
  -- Not now(): two events of one transaction keep their order.
  at timestamptz not null default clock_timestamp(),
  address text not null,
  user_agent text not null check (char_length(user_agent) <= 200),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on sign_in_event (unit_id, user_id, at desc);
create index on sign_in_event (at);

select portal_isolate('sign_in_event');
revoke update, delete on sign_in_event from portal_app;
