-- A person's own order of icons, which applications are opened, and how names are typed in pinyin.

create table desktop_order (
  user_id uuid primary key,
  unit_id uuid not null,
  -- Groups with the codes of their icons, as the contract's desktopOrder.
  groups jsonb not null check (jsonb_typeof(groups) = 'array' and octet_length(groups::text) <= 262144),
  saved_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
select portal_isolate('desktop_order');

-- Append-only for the application; upkeep, as owner, deletes what is old.
create table access_log (
  access_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  user_type smallint not null,
  -- The application's code, and its name at that time.
  res_id text not null,
  res_name text not null,
  type smallint not null,
  at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on access_log (user_id);
create index on access_log (unit_id, at);
create index on access_log (at);
select portal_isolate('access_log');
revoke update, delete on access_log from portal_app;

-- Syllables without tones, one for each character, separated by spaces; null until the server has worked them out (person-pinyin.ts).
alter table user_account add column name_pinyin text;
alter table user_account add column name_letters text generated always as (replace(name_pinyin, ' ', '')) stored;
alter table user_account add column name_initials text generated always as (regexp_replace(name_pinyin, '(\S)\S*\s*', '\1', 'g')) stored;
create index on user_account (user_id) where name_pinyin is null;
-- Pupils without an account are people too.
alter table student add column name_pinyin text;
alter table student add column name_letters text generated always as (replace(name_pinyin, ' ', '')) stored;
alter table student add column name_initials text generated always as (regexp_replace(name_pinyin, '(\S)\S*\s*', '\1', 'g')) stored;
create index on student (student_id) where name_pinyin is null;

-- Whoever changes a name, by whatever statement, need not think of its pinyin.
create function portal_forget_pinyin() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.name_pinyin is not distinct from old.name_pinyin then new.name_pinyin := null; end if;
  return new;
end
$$;
create trigger user_account_renamed before update of real_name on user_account for each row
  when (old.real_name is distinct from new.real_name) execute function portal_forget_pinyin();
create trigger student_renamed before update of real_name on student for each row
  when (old.real_name is distinct from new.real_name) execute function portal_forget_pinyin();

-- The classes whose teachers a pupil or parent may find are looked up by their head teacher.
create index on class_group (head_teacher_id) where head_teacher_id is not null;
