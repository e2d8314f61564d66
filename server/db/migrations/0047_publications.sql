-- Messages and to-dos that the administration sends to many people: to whom, when, with which files, and what became of them.

create table publication (
  publication_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  kind text not null check (kind in ('message', 'todo')),
  -- Null after the account was erased.
  author_id uuid,
  title text not null check (char_length(title) between 1 and 100),
  english_title text not null default '',
  body text not null default '',
  english_body text not null default '',
  -- Of a message.
  importance smallint not null check (importance between 1 and 5),
  -- Either another site, or an application of the unit by its code.
  url text check (url ~ '^https://[^/]'),
  application_code text check (url is null or application_code is null),
  -- Of a to-do, a day of the unit.
  due_on date,
  -- User types, grades, classes and accounts.
  audience jsonb not null,
  state text not null check (state in ('scheduled', 'sending', 'sent', 'recalled')),
  send_at timestamptz not null,
  sent_at timestamptz,
  recalled_at timestamptz,
  reminded_at timestamptz,
  -- Receivers when it was saved, and those who have got it so far.
  expected integer not null,
  recipients integer not null default 0,
  -- The last account of the latest batch: they are sent in the order of their identifiers.
  sent_up_to uuid,
  message_id uuid unique,
  created_at timestamptz not null default now(),
  unique (unit_id, publication_id),
  foreign key (unit_id, author_id) references user_account (unit_id, user_id) on delete set null (author_id),
  foreign key (unit_id, message_id) references message (unit_id, message_id) on delete set null (message_id)
);
create index on publication (unit_id, send_at desc, publication_id desc);
create index on publication (author_id) where author_id is not null;

-- The bytes stay while a publication shows them, whatever the author does with the file.
create table publication_file (
  attachment_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  publication_id uuid not null,
  position smallint not null,
  name text not null check (char_length(name) between 1 and 255),
  sha256 text not null,
  created_at timestamptz not null default now(),
  foreign key (unit_id, publication_id) references publication (unit_id, publication_id) on delete cascade,
  foreign key (unit_id, sha256) references storage_object (unit_id, sha256)
);
create index on publication_file (publication_id);
create index on publication_file (unit_id, sha256);

-- The first line of such a message is its title.
alter table message add column titled boolean not null default false;
-- Its receivers were reminded of it.
alter table message add column reminded_at timestamptz;
-- How many have read a message.
create index message_read on message_recipient (message_id) where read_at is not null;

alter table todo add column due_on date;
alter table todo add column reminded_at timestamptz;
alter table todo add column publication_id uuid;
alter table todo add foreign key (unit_id, publication_id) references publication (unit_id, publication_id) on delete set null (publication_id);
create unique index on todo (publication_id, user_id) where publication_id is not null;

select portal_isolate('publication');
select portal_isolate('publication_file');

select portal_jobs.create_queue('publication', '{"policy": "standard"}');
