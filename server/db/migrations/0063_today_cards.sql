-- What an application tells its user on the desktop, one card each. Not unique by a key, so that two accounts can be merged; the newest counts.
create table today_card (
  unit_id uuid not null,
  user_id uuid not null,
  code text not null,
  title text not null check (char_length(title) between 1 and 60),
  english_title text not null default '' check (char_length(english_title) <= 60),
  body text not null default '' check (char_length(body) <= 120),
  english_body text not null default '' check (char_length(english_body) <= 120),
  -- A fragment within the application.
  place text not null default '' check (place ~ '^(#/[\w/?=&%.~-]*)?$' and char_length(place) <= 200),
  ends_at timestamptz not null,
  saved_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on today_card (user_id, code);
create index on today_card (ends_at);
select portal_isolate('today_card');
