-- That a school lets a person of its education office see its people and classes for a time. Kept after its end, as a record.
create table area_access (
  access_id uuid primary key default portal_new_id(),
  -- The school that gives it.
  unit_id uuid not null references unit on delete cascade,
  area_id uuid not null references unit on delete cascade,
  area_user_id uuid not null,
  granted_by uuid,
  reason text not null default '' check (char_length(reason) <= 200),
  granted_at timestamptz not null default now(),
  ends_at timestamptz not null,
  revoked_at timestamptz,
  opened_at timestamptz,
  uses integer not null default 0,
  check (ends_at > granted_at and ends_at <= granted_at + interval '30 days'),
  foreign key (unit_id, granted_by) references user_account (unit_id, user_id) on delete set null (granted_by),
  foreign key (area_id, area_user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on area_access (unit_id, granted_at desc);
create index on area_access (area_id, area_user_id);
create index on area_access (granted_by) where granted_by is not null;

-- What an office sends to people of its schools: written once, and a publication in each of them.
create table area_publication (
  area_publication_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit on delete cascade,
  author_id uuid,
  title text not null check (char_length(title) between 1 and 100),
  english_title text not null default '',
  body text not null default '',
  english_body text not null default '',
  importance smallint not null check (importance between 1 and 5),
  url text check (url ~ '^https://[^/]'),
  user_types smallint[] not null,
  created_at timestamptz not null default now(),
  recalled_at timestamptz,
  -- An education office also sends to-dos, and later.
  kind text not null default 'message' check (kind in ('message', 'todo')),
  due_on date,
  -- Null: at once.
  send_at timestamptz,
  foreign key (unit_id, author_id) references user_account (unit_id, user_id) on delete set null (author_id)
);
create index on area_publication (unit_id, created_at desc);
create index on area_publication (author_id) where author_id is not null;
