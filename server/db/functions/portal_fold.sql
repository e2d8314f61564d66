-- How texts are compared: without differences of case, width and spaces. contract/rules/text/fold-text.ts has the same function for what is typed, with what it folds;
-- a test compares both.
create or replace function portal_fold(value text) returns text language sql immutable strict parallel safe as $$
  select case when value collate "C" ~ '^[!-~]*$' then pg_catalog.lower(value)
    else pg_catalog.normalize(pg_catalog.lower(pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.regexp_replace(
      pg_catalog.normalize(pg_catalog.translate(value, U&'\00B4', ''''), 'NFKC') collate "C", '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB]', '', 'g'),
      '[\u0001-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g') collate "default")), 'NFKC') end
$$;
