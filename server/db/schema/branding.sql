-- Pictures of the branding, by content: the same picture is there once.
create table branding_picture (
  unit_id uuid not null references unit on delete cascade,
  sha256 bytea not null check (octet_length(sha256) = 32),
  media_type text not null check (media_type in ('image/svg+xml', 'image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) between 1 and 1048576),
  saved_at timestamptz not null default now(),
  -- Set when it was published: from then on visitors may see it.
  published_at timestamptz,
  primary key (unit_id, sha256),
  check (sha256 = sha256(content))
);

-- The draft of a unit's branding, and what an office and its schools share.
create table branding_state (
  unit_id uuid primary key references unit on delete cascade,
  -- Counts changes of draft and publication.
  revision integer not null default 0,
  draft jsonb,
  saved_at timestamptz,
  saved_by uuid,
  -- Of an office: which parts, how, and their published values.
  for_schools jsonb,
  -- Of a school: its own values of the fields that stand in `unit` and `unit_logo` as its office has them.
  own jsonb,
  -- Of a school: what it takes of what is offered.
  taken text[] not null default '{}',
  foreign key (unit_id, saved_by) references user_account (unit_id, user_id) on delete set null (saved_by)
);

-- What was published, by number.
create table branding_version (
  version_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit on delete cascade,
  number integer not null check (number > 0),
  branding jsonb not null,
  published_at timestamptz not null default now(),
  -- Null for what was there before the first publication, and after the account was erased.
  published_by uuid,
  -- The version that was published again.
  restored integer,
  unique (unit_id, number),
  foreign key (unit_id, published_by) references user_account (unit_id, user_id) on delete set null (published_by)
);
