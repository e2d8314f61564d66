-- The unit's part of the start-up configuration, which was fixed in the document, and how to reach a person.

alter table unit
  -- A path of the portal's own host, opened after signing in; null: the desktop.
  add column login_jump_page text check (login_jump_page ~ '^/[^/\\[:space:]][^\\[:space:]]*$' and char_length(login_jump_page) <= 1024),
  -- Whether remembered credentials sign in by themselves.
  add column auto_login boolean not null default true,
  -- Codes of the offered languages; null: all. The client says so when it is no array.
  add column language_list jsonb,
  -- Where a browser with a ticket signs in; null: nowhere.
  add column ticket_path text default '/api/uaa/ticket/login' check (ticket_path ~ '^/[A-Za-z0-9_-][A-Za-z0-9_./-]*$' and char_length(ticket_path) <= 200),
  -- The query parameter of a ticket.
  add column ticket_name text not null default 'ticket' check (ticket_name ~ '^[A-Za-z][A-Za-z0-9_-]{0,31}$'),
  -- How the unit calls its desktop; null: by the unit's own name.
  add column desktop_name text check (char_length(desktop_name) between 1 and 64),
  add column desktop_english_name text check (char_length(desktop_english_name) between 1 and 64);

-- How to reach a person, as they entered it. Apart from the account, so that no query about people carries it along; a person without any has no row.
create table account_contact (
  user_id uuid primary key,
  unit_id uuid not null,
  -- A mobile number, and any other: both as typed.
  phone text check (phone ~ '^1[0-9]{10}$'),
  contact text check (contact ~ '^[0-9 -]+$' and char_length(contact) <= 32),
  changed_at timestamptz not null default now(),
  check (phone is not null or contact is not null),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
select portal_isolate('account_contact');

-- What else happens to an account, for the person to see.
alter table sign_in_event drop constraint sign_in_event_kind_check;
alter table sign_in_event add constraint sign_in_event_kind_check check (kind in ('signed-in', 'failed', 'slowed-down', 'signed-out', 'session-ended',
  'token-reused', 'handed-over', 'client-registered', 'role-switched', 'identity-bound', 'identity-unbound', 'authorized', 'passkey-added',
  'passkey-removed', 'second-step-on', 'second-step-off', 'recovery-code-used', 'password-changed', 'reset-asked', 'reset-code-issued',
  'signed-out-by-admin', 'second-step-reset', 'email-changed', 'contact-seen'));
