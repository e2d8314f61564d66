-- An account of a person in one unit. A person may have two: a parent's and a teacher's, linked by parent_id.
create table user_account (
  user_id uuid primary key default portal_new_id(),
  unit_id uuid not null references unit,
  login_name text not null constraint user_account_login_name_check check (login_name = btrim(login_name) and (login_name <> '' or user_type = 3)),
  real_name text not null,
  -- 1 student, 2 teacher, 3 parent, 4 other staff.
  user_type smallint not null check (user_type between 1 and 4),
  -- 1 boy, 2 girl, anything else a neutral avatar.
  sex smallint,
  avatar text,
  image_path text,
  superman boolean not null default false,
  -- 1 may sign in; anything else may not.
  status smallint not null default 1,
  -- The parent account of the same person, for teachers who have one.
  parent_id uuid,
  language text not null default 'zh-CN' check (language in ('zh-CN', 'en')),
  theme text,
  theme_color text,
  created_at timestamptz not null default now(),
  -- Not unique: parents and children share one, and so do the two accounts of a teacher who is a parent.
  email text check (char_length(email) <= 254 and email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'),
  theme_chosen_at timestamptz,
  -- Syllables without tones, one for each character, separated by spaces; null until the server has worked them out (person-pinyin.ts).
  name_pinyin text,
  -- As in the lists of pupils and employees; '' where the school has none.
  english_name text not null default '',
  name_letters text generated always as (portal_fold_name(name_pinyin)) stored,
  name_initials text generated always as (portal_fold_name(regexp_replace(name_pinyin, '(\S)\S*\s*', '\1', 'g'))) stored,
  search_text text generated always as (
    portal_search_lines(real_name) || chr(10) || portal_search_lines(english_name) || chr(10) || coalesce(portal_fold_name(name_pinyin), '')
      || chr(2) || portal_fold(login_name)) stored,
  login_key text generated always as (nullif(portal_fold(login_name), '')) stored,
  -- When the person chose the language. Until then it is the one in which they last read the portal.
  language_chosen_at timestamptz,
  unique (unit_id, user_id),
  foreign key (unit_id, parent_id) references user_account (unit_id, user_id),
  constraint user_account_theme check (theme ~ '^[a-z]{1,16}$'),
  constraint user_account_theme_color check (theme_color ~ '^#[0-9a-fA-F]{6}$')
);
create index on user_account (user_id) where name_pinyin is null;
create index on user_account (unit_id, user_id) where status <> 1;
create unique index user_account_parent on user_account (parent_id) where parent_id is not null;
create index on user_account (unit_id, name_letters, real_name, user_id);
create unique index user_account_login on user_account (unit_id, login_key);

-- Apart from the account, so that no query about people carries a hash along.
create table credential (
  user_id uuid primary key,
  unit_id uuid not null,
  password_hash text not null,
  changed_at timestamptz not null default now(),
  -- Given by the school, printed or mailed: the person chooses another with the next sign-in.
  is_first boolean not null default false,
  -- Who gave a first password: it signs in as long as that account may act for the one that it opens. Null for a password of one's own, and where nobody
  -- knows, which counts as a stranger's.
  issued_by uuid,
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade,
  foreign key (unit_id, issued_by) references user_account (unit_id, user_id) on delete set null (issued_by)
);
create index on credential (issued_by) where issued_by is not null;

-- The picture of a person, as the SHA-256 of its bytes in the store.
create table account_picture (
  user_id uuid primary key,
  unit_id uuid not null,
  sha256 text not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  saved_at timestamptz not null default now(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
-- For the cleanup, which looks for rows that use an object.
create index on account_picture (unit_id, sha256);

-- How to reach a person, as they entered it. Apart from the account, so that no query about people carries it along; a person without any has no row.
create table account_contact (
  user_id uuid primary key,
  unit_id uuid not null,
  -- A mobile number, and any other: both as typed.
  phone text check (char_length(phone) between 3 and 32 and phone ~ '[0-9]'),
  contact text check (contact ~ '^[0-9 -]+$' and char_length(contact) <= 32),
  changed_at timestamptz not null default now(),
  check (phone is not null or contact is not null),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);

-- What administrators chose for others, with what stood there before. Append-only for the application.
create table theme_change (
  change_id uuid primary key default portal_new_id(),
  unit_id uuid not null,
  user_id uuid not null,
  -- 'default': for whoever chose nothing; 'sync': for everybody; 'undo': a synchronisation taken back.
  kind text not null check (kind in ('default', 'sync', 'undo')),
  theme text,
  theme_color text,
  previous_theme text,
  previous_theme_color text,
  previous_synced_at timestamptz,
  at timestamptz not null default clock_timestamp(),
  foreign key (unit_id, user_id) references user_account (unit_id, user_id) on delete cascade
);
create index on theme_change (unit_id, at desc);
-- For the deletion of an account, which deletes its changes.
create index on theme_change (user_id);
revoke update, delete on theme_change from portal_app;
grant update, delete on theme_change to portal_personal_data;
