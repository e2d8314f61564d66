-- A third party as one unit registered it. Two units may register the same one under the same id: nothing of one is good in the other.
create table oauth_client (
  unit_id uuid not null references unit (unit_id) on delete cascade,
  client_id text not null check (client_id ~ '^[A-Za-z0-9._~-]{1,128}$'),
  name text not null check (name = btrim(name) and name <> ''),
  english_name text not null check (english_name = btrim(english_name) and english_name <> ''),
  -- SHA-256 of a secret of 256 random bits; none for an application that cannot keep one (in a browser, on a phone).
  secret_hash bytea check (octet_length(secret_hash) = 32),
  -- Compared letter by letter.
  redirect_uris text[] not null constraint oauth_client_redirect_uris_check check (cardinality(redirect_uris) > 0 or cardinality(own_scopes) > 0),
  logo text,
  pkce_required boolean not null default true,
  -- The unit answers for it: nobody is asked for consent.
  trusted boolean not null default false,
  -- Where the unit's people enter it from the portal.
  login_url text,
  may_issue_tickets boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  -- Whether its tickets sign administrators in.
  admin_tickets boolean not null default false,
  -- Where an application wants to be told that a session ended.
  backchannel_logout_uri text check (char_length(backchannel_logout_uri) <= 2048),
  -- The application cannot use a logout token without `sid`; the portal sends it always.
  backchannel_logout_session_required boolean not null default false,
  -- What it may do in its own name, without a person (OAuth 2.0 client credentials). With such scopes it needs no address that people are sent to.
  own_scopes text[] not null default '{}',
  -- The administrator by whose rights its tickets sign administrators in. No foreign key: an account that is gone has no rights, and the tickets end with it.
  admin_tickets_by uuid,
  -- Where a browser may go after an application signed its user out of the portal (OpenID Connect RP-Initiated Logout 1.0).
  post_logout_redirect_uris text[] not null default '{}',
  primary key (unit_id, client_id),
  -- Without either, whoever sees a code could redeem it.
  check (secret_hash is not null or pkce_required),
  check (secret_hash is not null or not may_issue_tickets),
  check (cardinality(own_scopes) = 0 or secret_hash is not null),
  constraint oauth_client_admin_tickets check (may_issue_tickets or not admin_tickets)
);

-- The keys with which a unit signs: one at a time; a retired one is published until nothing that it signed is good any more.
create table oauth_key (
  kid text primary key,
  unit_id uuid not null references unit (unit_id) on delete cascade,
  -- A private RSA key as JWK, sealed by the vault.
  sealed_jwk bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  retired_at timestamptz
);
create unique index on oauth_key (unit_id) where retired_at is null;

-- What a person allowed a third party, so that they are not asked again.
create table oauth_consent (
  unit_id uuid not null,
  user_id uuid not null,
  client_id text not null,
  scopes text[] not null,
  agreed_at timestamptz not null default now(),
  primary key (unit_id, user_id, client_id),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, client_id) references oauth_client (unit_id, client_id) on delete cascade
);
create index on oauth_consent (unit_id, client_id);

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

-- Grants, codes and tokens. What is a secret is kept as its SHA-256 alone. Whatever was issued under a grant goes with it, and nothing can be
-- issued under one that has gone.
create table oauth_artifact (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  unit_id uuid not null,
  -- Null for a token of a third party in its own name (ClientCredentials), which has no grant either.
  user_id uuid,
  client_id text not null,
  model text not null check (model in ('Grant', 'AuthorizationCode', 'AccessToken', 'RefreshToken', 'ClientCredentials')),
  grant_hash bytea references oauth_artifact (id_hash) on delete cascade,
  payload jsonb not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, client_id) references oauth_client (unit_id, client_id) on delete cascade,
  constraint oauth_artifact_check check ((model in ('Grant', 'ClientCredentials')) = (grant_hash is null)),
  constraint oauth_artifact_user_check check ((model = 'ClientCredentials') = (user_id is null))
);
create index on oauth_artifact (grant_hash) where grant_hash is not null;
create index on oauth_artifact (unit_id, user_id);
create index on oauth_artifact (unit_id, client_id);
create index on oauth_artifact (expires_at);

-- Logout tokens of providers that were taken, as hashes: none is taken twice.
create table logout_token (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  unit_id uuid not null references unit on delete cascade,
  expires_at timestamptz not null
);
create index on logout_token (expires_at);

-- With a ticket, a third party that may do so signs a person in: once, within a minute. Only its SHA-256 hash is kept.
create table login_ticket (
  secret_hash bytea primary key check (octet_length(secret_hash) = 32),
  unit_id uuid not null,
  user_id uuid not null,
  client_id text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, client_id) references oauth_client (unit_id, client_id) on delete cascade
);
create index on login_ticket (unit_id, user_id);
create index on login_ticket (unit_id, client_id);
create index on login_ticket (expires_at);
