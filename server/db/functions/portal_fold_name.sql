-- As portal_fold, and without spaces, apostrophes, hyphens and dots. contract/rules/text/fold-text.ts has the same function for what is typed, with what it folds;
-- a test compares both.
create or replace function portal_fold_name(value text) returns text language sql immutable strict parallel safe as $$
  select pg_catalog.regexp_replace(public.portal_fold(value) collate "C", '[\u0001-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\u0027\u002D.\u0060\u00B7\u02B9-\u02BC\u0387\u2010-\u2015\u2018-\u201B\u2022\u2027\u2212\u2219\u22C5\u2E31\u2E33\u30FB\uA78F]', '', 'g') collate "default"
$$;
