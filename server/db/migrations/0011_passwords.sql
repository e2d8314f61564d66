-- Forgotten and changed passwords: where a person's mail goes, what a new password must be, the unit's mail server, and the proofs of a reset.

-- Not unique: parents and children share one, and so do the two accounts of a teacher who is a parent.
alter table user_account add column email text
  check (char_length(email) <= 254 and email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$');

alter table unit add column password_rule text not null default 'mixed' check (password_rule in ('mixed', 'simple'));

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

-- What proves that somebody may set a person's password without the old one: once, and not for long.
create table password_reset (
  reset_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('mail', 'admin')),
  -- SHA-256 of the secret in a mail's link: it has 256 random bits.
  secret_hash bytea unique check (octet_length(secret_hash) = 32),
  -- argon2id of an administrator's code: it has 40.
  code_hash text,
  -- The administrator.
  issued_by uuid,
  -- How often a wrong code was given for it.
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((kind = 'mail') = (secret_hash is not null)),
  check ((kind = 'admin') = (code_hash is not null)),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, issued_by) references user_account (unit_id, user_id)
);
create index on password_reset (user_id);
create index on password_reset (expires_at);

select portal_isolate('unit_mail');
select portal_isolate('password_reset');
