-- A phrase and what it opens: an application, or else a page of the portal or of another site.
create table vocabulary (
  vocabulary_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  language text not null check (language in ('zh-CN', 'en')),
  phrase text not null check (phrase = btrim(phrase) and char_length(phrase) between 1 and 100),
  app_code text,
  -- With an application: what follows its address, a query or a hash.
  url text not null default '' check (char_length(url) <= 2048),
  -- Whom the phrase is for; everybody when empty.
  user_types smallint[] not null default '{}' check (user_types <@ '{1,2,3,4}'),
  -- A code that the person must have been granted. No foreign key: one that the unit does not have is held by nobody.
  permission text,
  check (case when app_code is null then url ~ '^(/([^/\\]|$)|https?://[^/])' else url ~ '^([#?]|$)' end),
  unique (unit_id, language, phrase),
  foreign key (unit_id, app_code) references application (unit_id, code) on delete cascade
);
create index on vocabulary (unit_id, app_code);

-- A unit's account at Alibaba Cloud Intelligent Speech Interaction. Its secret is sealed by the vault.
create table voice_service (
  unit_id uuid primary key references unit,
  region text not null check (region ~ '^[a-z0-9-]{1,40}$'),
  -- Where tokens are made, and the WebSocket that browsers connect to.
  token_url text not null check (char_length(token_url) <= 2048),
  gateway_url text not null check (char_length(gateway_url) <= 2048),
  key_id text not null check (key_id <> ''),
  key_secret bytea not null,
  -- A project recognises one language: the key of the Chinese one, and of the English one where there is one.
  app_key text not null check (app_key <> ''),
  english_app_key text check (english_app_key <> ''),
  changed_at timestamptz not null default clock_timestamp()
);
