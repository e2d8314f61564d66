-- A provider of accounts. Its secret is sealed by the vault; without one the provider knows the portal as a public client.
create table sign_in_provider (
  provider_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  kind text not null check (kind in ('oidc', 'wechat_web', 'wechat_mp', 'wecom')),
  name text not null check (name = btrim(name) and name <> ''),
  english_name text not null check (english_name = btrim(english_name) and english_name <> ''),
  client_id text not null check (client_id <> ''),
  secret bytea,
  -- The application of a company, for WeCom alone.
  agent_id text,
  -- The issuer of an OpenID provider; else where the browser is sent.
  base_url text not null,
  -- Where the server asks; an OpenID provider tells that itself.
  api_url text,
  scopes text not null,
  logo text not null default '',
  enabled boolean not null default true,
  position integer not null default 0,
  -- As the discovery document named it when the provider was saved; '' unknown.
  issuer text not null default '',
  -- Of an issuer with {tenantid}: the tenants whose accounts are let in. An empty list without any_tenant lets none in.
  tenants uuid[] not null default '{}',
  any_tenant boolean not null default false,
  secret_way text check (secret_way in ('basic', 'body')),
  check ((kind = 'oidc') = (api_url is null)),
  unique (unit_id, provider_id)
);

-- An account elsewhere that signs a person in.
create table external_identity (
  identity_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  provider_id uuid not null,
  user_id uuid not null,
  subject text not null check (subject <> ''),
  -- One person's across the WeChat applications of one owner.
  union_id text,
  display_name text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (provider_id, subject),
  foreign key (unit_id, provider_id) references sign_in_provider (unit_id, provider_id) on delete cascade,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on external_identity (user_id);
create index on external_identity (unit_id, union_id) where union_id is not null;

-- A sign-in that has gone to a provider and not come back yet. State and browser are kept as SHA-256 hashes; nonce and verifier are sealed by the vault.
create table social_attempt (
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  unit_id uuid not null,
  provider_id uuid not null,
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  secrets bytea not null,
  callback text not null,
  return_to text,
  expires_at timestamptz not null,
  foreign key (unit_id, provider_id) references sign_in_provider (unit_id, provider_id) on delete cascade
);
create index on social_attempt (browser_hash);
create index on social_attempt (expires_at);

-- An identity that has been proved, belongs to no account yet, and waits for its person to name one.
create table pending_binding (
  binding_hash bytea primary key check (octet_length(binding_hash) = 32),
  unit_id uuid not null,
  provider_id uuid not null,
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  subject text not null,
  union_id text,
  display_name text,
  return_to text,
  expires_at timestamptz not null,
  -- The session at an OpenID provider with which a session of the portal was opened.
  provider_sid text,
  foreign key (unit_id, provider_id) references sign_in_provider (unit_id, provider_id) on delete cascade
);
create index on pending_binding (expires_at);

-- The session at an OpenID provider with which a session of the portal was opened.
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
