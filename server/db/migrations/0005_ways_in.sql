-- Ways in beside the password: a secret that one window hands to another, and clients that a person has registered.

-- Which ways in a unit allows by what an address carries, see the contract's `signInWays`; what is not true here is off.
alter table unit add column sign_in_ways jsonb not null default '{}';

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
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on user_client (user_id);

-- From a parent's account to the teacher's account of the same person.
create index on user_account (parent_id) where parent_id is not null;

select portal_isolate('handover');
select portal_isolate('user_client');
