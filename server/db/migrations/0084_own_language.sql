-- When the person chose the language. Until then it is the one in which they last read the portal.
alter table user_account add column language_chosen_at timestamptz;
