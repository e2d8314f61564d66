-- Passkeys, which sign in by themselves, and a second step after the password: the codes of an authenticator, and codes for the day it is lost.

-- A public key that one of the person's devices, or their password manager, answers for.
create table passkey (
  passkey_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  -- As browsers name it: base64url.
  credential_id text not null check (char_length(credential_id) between 1 and 1400),
  public_key bytea not null,
  -- How often it has signed, as it says itself; 0 where it does not count. One that falls back has been copied.
  counter bigint not null,
  -- How a browser reaches it (internal, hybrid, usb…).
  transports text[] not null default '{}',
  -- Kept by a password manager on several devices.
  backed_up boolean not null,
  name text not null check (name = btrim(name) and name <> ''),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (unit_id, credential_id),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on passkey (user_id);

-- What a browser was asked to sign: once, within five minutes, by the browser that holds the cookie. Only SHA-256 hashes are kept.
create table passkey_challenge (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  unit_id uuid not null references unit,
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  -- For a new passkey: the session whose person has just given their password. Null: for signing in.
  session_id uuid references session on delete cascade,
  expires_at timestamptz not null
);
create index on passkey_challenge (expires_at);
create index on passkey_challenge (session_id) where session_id is not null;

-- An authenticator that is asked for after the password.
create table second_step (
  user_id uuid primary key,
  unit_id uuid not null,
  -- The secret, sealed by the server's vault.
  sealed_secret bytea not null,
  -- The last time step (30 seconds each) whose code was accepted: none is accepted twice.
  last_step bigint not null,
  since timestamptz not null default now(),
  -- Wrong codes since the last right one, from devices on which the person had not signed in before; only who has the password can add to it.
  failures integer not null default 0,
  blocked_until timestamptz,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);

-- An authenticator that is being set up: it counts once a code of it was given, in the session that began.
create table second_step_setup (
  user_id uuid primary key,
  unit_id uuid not null,
  session_id uuid not null references session on delete cascade,
  sealed_secret bytea not null,
  expires_at timestamptz not null,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on second_step_setup (expires_at);
create index on second_step_setup (session_id);

-- Codes that stand in for the authenticator, each once. They are short enough to be typed, so they are hashed like passwords.
create table recovery_code (
  unit_id uuid not null,
  user_id uuid not null,
  -- Told by the code's first character, so that one hash is computed and not ten.
  slot smallint not null check (slot between 0 and 9),
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, slot),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);

select portal_isolate('passkey');
select portal_isolate('passkey_challenge');
select portal_isolate('second_step');
select portal_isolate('second_step_setup');
select portal_isolate('recovery_code');
