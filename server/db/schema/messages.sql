-- A message on the desktop; who gets it and has read it is in message_recipient.
create table message (
  message_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  -- Code of the application or module that it comes from.
  module text not null,
  body text not null,
  importance smallint not null check (importance between 1 and 5),
  -- 1 opens the module-expiry dialog with `content`.
  open_way smallint not null default 0,
  url text check (url ~ '^(https?://[^/]|/[^/])'),
  content jsonb,
  sent_at timestamptz not null default now(),
  -- Who published a message; null for what an application sent by itself.
  author_id uuid,
  -- Whether the first line of the body is its title.
  titled boolean not null default false,
  -- Its receivers were reminded of it.
  reminded_at timestamptz,
  office_name text,
  office_english_name text,
  may_reply boolean not null default false,
  unique (unit_id, message_id),
  foreign key (unit_id, author_id) references user_account (unit_id, user_id) on delete set null (author_id)
);
create index on message (unit_id, sent_at);
create index on message (author_id) where author_id is not null;

create table message_recipient (
  unit_id uuid not null,
  user_id uuid not null,
  message_id uuid not null,
  read_at timestamptz,
  -- Which child it is about, for parents who have several; null where it is about the whole family, or the person is no parent.
  student_id uuid,
  -- Only of a message that may be replied to; null without a reply.
  reply text check (char_length(reply) between 1 and 1000),
  primary key (user_id, message_id),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, message_id) references message (unit_id, message_id) on delete cascade,
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete set null (student_id)
);
-- Unread messages are asked for at every sign-in and are few; read ones gather for years.
create index message_unread on message_recipient (user_id, message_id) where read_at is null;
create index on message_recipient (message_id);
create index on message_recipient (student_id) where student_id is not null;
-- For the count of those who have read a message.
create index message_read on message_recipient (message_id) where read_at is not null;

-- A message or to-do that a person, the education office or a third party sends to an audience, at once or later.
create table publication (
  publication_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  kind text not null check (kind in ('message', 'todo')),
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
  state text not null check (state in ('scheduled', 'stopped', 'sending', 'sent', 'recalled')),
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
  -- Of a publication that the education office wrote, and of its message: the office's name stays when the office is gone.
  area_publication_id uuid references area_publication on delete set null,
  office_name text,
  office_english_name text,
  -- What a third party wrote in its own name. Its name stays when it is deleted; its key and the hash of its request say that a call is the same again.
  client_id text,
  client_key text check (char_length(client_key) between 1 and 64),
  client_request bytea,
  sender_name text,
  sender_english_name text,
  -- What a sender asks the receivers for, and what they answer.
  asks text check (asks in ('done', 'sign', 'reply') and (kind = 'todo' or asks = 'reply')),
  -- Written by the right for own classes alone: its author has to hold it for all of the audience, also when it is sent.
  of_classes boolean not null default false,
  unique (unit_id, publication_id),
  foreign key (unit_id, author_id) references user_account (unit_id, user_id) on delete set null (author_id),
  foreign key (unit_id, message_id) references message (unit_id, message_id) on delete set null (message_id),
  foreign key (unit_id, client_id) references oauth_client (unit_id, client_id) on delete set null (client_id)
);
create index on publication (unit_id, send_at desc, publication_id desc);
create index on publication (author_id) where author_id is not null;
create index on publication (area_publication_id) where area_publication_id is not null;
create unique index on publication (unit_id, client_id, client_key) where client_id is not null;

-- Files attached to a publication. The bytes stay while it shows them, whatever the author does with the file.
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

create table todo (
  todo_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  module text not null,
  title text not null,
  url text check (url ~ '^(https?://[^/]|/[^/])'),
  created_at timestamptz not null default now(),
  -- When it was done or ignored; null while it is open.
  closed_at timestamptz,
  -- As in message_recipient.
  student_id uuid,
  due_on date,
  reminded_at timestamptz,
  publication_id uuid,
  asks text check (asks in ('done', 'sign', 'reply')),
  -- The text above the answer, in one or two languages as the title.
  form text not null default '',
  answer text check (answer in ('done', 'agreed', 'declined', 'replied')),
  reply text not null default '' check (char_length(reply) <= 1000),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, student_id) references student (unit_id, student_id) on delete set null (student_id),
  foreign key (unit_id, publication_id) references publication (unit_id, publication_id) on delete set null (publication_id)
);
create index todo_open on todo (user_id, created_at desc) where closed_at is null;
create index on todo (user_id);
-- For erasing a person, which searches the latest to-dos of a unit for the name.
create index on todo (unit_id, todo_id);
-- For the cleanup, which deletes the oldest ones.
create index on todo (unit_id, created_at);
create index on todo (student_id) where student_id is not null;
create unique index on todo (publication_id, user_id) where publication_id is not null;
