-- A guardian without a phone is recorded without a login name ('') until the account is taken over with a pupil's guardian code.
alter table user_account drop constraint user_account_login_name_check;
alter table user_account
  add constraint user_account_login_name_check check (login_name = btrim(login_name) and (login_name <> '' or user_type = 3));

-- Null for an account without a login name: then no comparison finds it, and several do not collide.
drop index user_account_login;
alter table user_account drop column login_key;
alter table user_account add column login_key text generated always as (nullif(portal_fold(login_name), '')) stored;
create unique index user_account_login on user_account (unit_id, login_key);
