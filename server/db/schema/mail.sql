-- The mail server that a unit sends through; a unit without a row sends no mail.
create table unit_mail (
  unit_id uuid primary key references unit,
  host text not null check (host <> '' and char_length(host) <= 253),
  port integer not null check (port between 1 and 65535),
  -- 'tls' from the first byte, 'starttls' before anything else is said, 'none' only where the way to the server is trusted.
  secure text not null check (secure in ('tls', 'starttls', 'none')),
  user_name text check (user_name <> ''),
  -- Sealed by the vault for this unit.
  password_sealed bytea,
  from_address text not null check (char_length(from_address) <= 254 and from_address ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  changed_at timestamptz not null default now()
);

-- Mail that was accepted and has not been sent. A job brings each to the unit's mail server.
create table outgoing_mail (
  mail_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  -- Recipient, subject and text, sealed by the vault for this mail; null once it must not be sent any more.
  sealed bytea,
  accepted_at timestamptz not null default now(),
  -- When what is in it stops working; null: never.
  lapses_at timestamptz,
  -- Until when a process that has claimed it may be sending it.
  claimed_until timestamptz,
  -- How often the mail server was tried, and the code of the last failure.
  attempts integer not null default 0,
  reason text,
  -- Counts how often it was started over: jobs of an earlier turn do nothing.
  turn integer not null default 0,
  -- When sending it was given up.
  failed_at timestamptz,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on outgoing_mail (unit_id, user_id);
