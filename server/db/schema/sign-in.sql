-- One sign-in on one device: the family of its tokens. Only SHA-256 hashes of tokens are kept.
create table session (
  session_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  -- The part of the refresh token that stays the same through all rotations.
  family_hash bytea not null unique,
  access_hash bytea not null unique,
  access_expires_at timestamptz not null,
  refresh_hash bytea not null,
  refresh_expires_at timestamptz not null,
  -- The refresh token before the current one, and what its successor was derived with (see server/modules/auth/session-tokens.ts).
  previous_refresh_hash bytea,
  rotation_salt bytea,
  rotated_at timestamptz,
  -- However often it is refreshed, a session is over by then.
  ends_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  user_agent text not null default '',
  revoked_at timestamptz,
  -- Whether a second factor was proved in this session: at its sign-in, or later in it.
  second_factor boolean not null default false,
  -- When the factor was proved last, for what asks for one that is fresh.
  second_factor_at timestamptz,
  -- The account by whose credentials a chain of sessions began that goes on by switching; null where it is the session's own. No key: it is compared alone.
  began_as uuid,
  -- Whether the password opened it. A first password is replaced only in such a session: whoever signs a person in by a ticket or a provider could otherwise
  -- choose the password for good.
  by_password boolean not null default false,
  -- When the browser last reported that a proxy holds streams of live changes back. Few sessions have it.
  stream_held_at timestamptz,
  -- When the person of a session proved who they are, which applications are told (`auth_time` of OpenID Connect). A session that was handed over or switched
  -- to has the time of the one it came from.
  authenticated_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on session (user_id);
create index on session (refresh_expires_at);
-- Sessions end with the account by whose credentials they began too. Without an index each closing of an account reads all sessions of all units.
create index session_began_as on session (began_as) where began_as is not null;
create index session_stream_held on session (stream_held_at) where stream_held_at is not null;

-- Devices on which a person has signed in before; an attacker elsewhere cannot slow those down.
create table login_device (
  unit_id uuid not null,
  user_id uuid not null,
  device_hash bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (user_id, device_hash),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on login_device (last_used_at);
-- Whether anybody has signed in on a device: such a device has a count of its own for faces that were not recognised.
create index on login_device (unit_id, device_hash);

-- Failed sign-ins per (account, device), (account, address), address and account: each key is a hash of what it stands for.
create table login_attempt (
  unit_id uuid not null references unit,
  key bytea not null,
  failures integer not null,
  last_at timestamptz not null default now(),
  blocked_until timestamptz,
  primary key (unit_id, key)
);
create index on login_attempt (last_at);

-- How far ahead of its pace a key is: each counted thing adds the pace's interval to a moment that is never in the past. Unlogged, because each
-- request would write to the log otherwise: a crash of the database forgets these counts, and keeps those of `login_attempt`. Without an index on the
-- moment and without a foreign key, either of which would make each count slower.
create unlogged table rate_limit (
  unit_id uuid not null,
  key bytea not null,
  spent_until timestamptz not null,
  pace interval not null,
  primary key (unit_id, key)
);

-- What happened around people's sign-ins, for themselves to see. Append-only for the application; upkeep, as owner, deletes what is old.
create table sign_in_event (
  event_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('signed-in', 'failed', 'slowed-down', 'signed-out', 'session-ended',
    'token-reused', 'handed-over', 'client-registered', 'role-switched', 'identity-bound', 'identity-unbound', 'authorized', 'passkey-added',
    'passkey-removed', 'second-step-on', 'second-step-off', 'recovery-code-used', 'password-changed', 'reset-asked', 'reset-code-issued',
    'signed-out-by-admin', 'second-step-reset', 'email-changed', 'contact-seen', 'account-linked', 'account-unlinked')),
  -- Not now(): two events of one transaction keep their order.
  at timestamptz not null default clock_timestamp(),
  address text not null,
  user_agent text not null check (char_length(user_agent) <= 200),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on sign_in_event (unit_id, user_id, at desc);
create index on sign_in_event (at);
revoke update, delete on sign_in_event from portal_app;
grant update, delete on sign_in_event to portal_personal_data;

-- A secret with which another window, application or device of the same person signs in: once, within a minute. Only its SHA-256 hash is kept.
create table handover (
  secret_hash bytea primary key check (octet_length(secret_hash) = 32),
  unit_id uuid not null,
  user_id uuid not null,
  -- The session that gave it: when that has been ended, this is worth nothing. No foreign key, since nobody deletes sessions that young.
  session_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on handover (user_id);
create index on handover (expires_at);

-- A device or application that a person let sign them in. Only the SHA-256 hash of its secret is kept.
create table user_client (
  client_hash bytea primary key check (octet_length(client_hash) = 32),
  unit_id uuid not null,
  user_id uuid not null,
  name text not null check (name = btrim(name) and name <> ''),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- Names the client in calls of its owner; no secret.
  user_client_id uuid not null default portal_new_id(),
  -- When its person proved who they are in the session in which it was registered: its secret proves the device alone.
  authenticated_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on user_client (user_id);
create unique index on user_client (user_client_id);

-- What proves that somebody may set a person's password without the old one: once, and not for long.
create table password_reset (
  reset_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('mail', 'admin')),
  -- SHA-256 of the secret in a mail's link: it has 256 random bits.
  secret_hash bytea unique check (octet_length(secret_hash) = 32),
  -- argon2id of an administrator's code: it has 40 random bits.
  code_hash text,
  -- The administrator who made the code.
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
  -- The account that the key names, where the person has moved to another account since.
  made_for uuid,
  -- The host that it was made for: lower case, without a port. Null for one that is older than this column, until it is used.
  host text check (host <> ''),
  unique (unit_id, credential_id),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on passkey (user_id);
create index on passkey (unit_id, host);

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
  sealed_secret bytea not null,
  -- The last time step (30 seconds each) whose code was accepted: none is accepted twice.
  last_step bigint not null,
  since timestamptz not null default now(),
  -- Wrong codes since the last right one, from devices on which the person had not signed in before; only who has the password can add to it.
  failures integer not null default 0,
  blocked_until timestamptz,
  -- The account that the secret is sealed for, where the person has moved to another account since.
  made_for uuid,
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
