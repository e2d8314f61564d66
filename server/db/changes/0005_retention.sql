-- Retention of messages, to-dos, publications, and changes of rosters and themes.
-- For how many months a unit keeps what would grow without end. A unit without a row has the usual ones.
create table unit_retention (
  unit_id uuid primary key references unit,
  message_months smallint not null check (message_months between 12 and 120),
  todo_months smallint not null check (todo_months between 12 and 120),
  publication_months smallint not null check (publication_months between 12 and 120),
  roster_months smallint not null check (roster_months between 12 and 120),
  theme_months smallint not null check (theme_months between 12 and 120)
);
select portal_isolate('unit_retention');

create index on todo (unit_id, created_at);
