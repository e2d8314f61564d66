-- How texts are compared and searched. contract/rules/text/fold-text.ts has the same functions for what is typed, with what each of them folds; a test compares both.

create function portal_fold(value text) returns text language sql immutable strict parallel safe as $$
  select case when value collate "C" ~ '^[!-~]*$' then pg_catalog.lower(value)
    else pg_catalog.normalize(pg_catalog.lower(pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.regexp_replace(
      pg_catalog.normalize(pg_catalog.translate(value, U&'\00B4', ''''), 'NFKC') collate "C", '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB]', '', 'g'),
      '[\u0001-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g') collate "default")), 'NFKC') end
$$;

create function portal_fold_name(value text) returns text language sql immutable strict parallel safe as $$
  select pg_catalog.regexp_replace(public.portal_fold(value) collate "C", '[\u0001-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\u0027\u002D.\u0060\u00B7\u02B9-\u02BC\u0387\u2010-\u2015\u2018-\u201B\u2022\u2027\u2212\u2219\u22C5\u2E31\u2E33\u30FB\uA78F]', '', 'g') collate "default"
$$;

-- As portal_fold_name, and without accents: 'Müller' as 'muller'.
create function portal_search_name(value text) returns text language sql immutable strict parallel safe as $$
  select case when value collate "C" ~ '^[!-~]*$' then public.portal_fold_name(value)
    else pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.translate(pg_catalog.normalize(pg_catalog.regexp_replace(
      pg_catalog.normalize(public.portal_fold_name(value), 'NFKD') collate "C", '[\u0300-\u036F]', '', 'g') collate "default", 'NFC'),
      'øłđðıħ', 'olddih'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end
$$;

-- All lines by which a name is found; Müller is written Mueller as well.
create function portal_search_lines(value text) returns text language sql immutable strict parallel safe as $$
  select case when pg_catalog.normalize(value, 'NFC') collate "C" !~ '[äöüÄÖÜ]' then public.portal_search_name(value)
    else public.portal_search_name(value) || chr(10) || public.portal_search_name(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(
      pg_catalog.lower(pg_catalog.normalize(value, 'NFC')), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')) end
$$;

-- A login name is one for all ways to write it. Where an account has another one's, all but the one that is written in the folded form (else the oldest) get a number.
do $$
declare
  double record;
  free text;
  number integer;
begin
  for double in
    select unit_id, user_id, login_name from (
      select unit_id, user_id, login_name, row_number() over (partition by unit_id, portal_fold(login_name) order by login_name <> portal_fold(login_name), created_at, user_id) as nth
      from user_account) named
    where nth > 1
  loop
    number := 2;
    loop
      free := left(double.login_name, 60) || '-' || number;
      exit when not exists (select from user_account a where a.unit_id = double.unit_id and portal_fold(a.login_name) = portal_fold(free));
      number := number + 1;
    end loop;
    update user_account set login_name = free where user_id = double.user_id;
    raise warning 'The account % has the login name of another one in another writing, and is now called %', double.user_id, free;
  end loop;
end
$$;
drop index user_account_login;
-- Compared as a column: a function of the name would be called for each account, because row-level security comes before functions that are not leak-proof.
alter table user_account add column login_key text generated always as (portal_fold(login_name)) stored;
create unique index user_account_login on user_account (unit_id, login_key);

-- The function for a sign-in as it is, with this comparison.
do $$
declare
  definition text;
begin
  select pg_get_functiondef(oid) into strict definition from pg_proc where proname = 'portal_begin_sign_in';
  if position('lower(a.login_name) = lower(login)' in definition) = 0 then raise exception 'portal_begin_sign_in compares login names in another way'; end if;
  execute replace(definition, 'lower(a.login_name) = lower(login)', 'a.login_key = portal_fold(login)');
end
$$;

-- Names without dots and spaces between their parts; the texts that searches look in, of accounts with the login name after chr(2), of pupils with the number.
alter table user_account drop column search_text, drop column name_letters, drop column name_initials;
alter table user_account
  add column name_letters text generated always as (portal_fold_name(name_pinyin)) stored,
  add column name_initials text generated always as (portal_fold_name(regexp_replace(name_pinyin, '(\S)\S*\s*', '\1', 'g'))) stored,
  add column search_text text generated always as (
    portal_search_lines(real_name) || chr(10) || portal_search_lines(english_name) || chr(10) || coalesce(portal_fold_name(name_pinyin), '')
      || chr(2) || portal_fold(login_name)) stored;
alter table student drop column search_text, drop column name_letters, drop column name_initials;
alter table student
  add column name_letters text generated always as (portal_fold_name(name_pinyin)) stored,
  add column name_initials text generated always as (portal_fold_name(regexp_replace(name_pinyin, '(\S)\S*\s*', '\1', 'g'))) stored,
  add column search_text text generated always as (
    portal_search_lines(real_name) || chr(10) || portal_search_lines(english_name) || chr(10) || coalesce(portal_fold_name(name_pinyin), '')
      || chr(2) || portal_fold(student_number)) stored;
create index on student (unit_id, name_letters, real_name, student_id);
create index on user_account (unit_id, name_letters, real_name, user_id);
