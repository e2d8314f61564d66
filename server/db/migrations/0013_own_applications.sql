-- A registered client by a name that is no secret, so that its owner can point at it.
alter table user_client add column user_client_id uuid not null default portal_new_id();
create unique index on user_client (user_client_id);
