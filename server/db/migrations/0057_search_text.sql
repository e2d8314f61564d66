-- What a search among all people looks for a part in, in lower case: names, and after chr(2) the login name. Stored, because lower case of four columns takes longer
-- than everything else of a search.

alter table user_account add column search_text text generated always as (
  lower(real_name || chr(10) || english_name || chr(10) || coalesce(replace(name_pinyin, ' ', ''), '') || chr(2) || login_name)) stored;
alter table student add column search_text text generated always as (
  lower(real_name || chr(10) || english_name || chr(10) || coalesce(replace(name_pinyin, ' ', ''), ''))) stored;
