-- As portal_fold_name, and without accents: 'Müller' as 'muller'.
create or replace function portal_search_name(value text) returns text language sql immutable strict parallel safe as $$
  select case when value collate "C" ~ '^[!-~]*$' then public.portal_fold_name(value)
    else pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.translate(pg_catalog.normalize(pg_catalog.regexp_replace(
      pg_catalog.normalize(public.portal_fold_name(value), 'NFKD') collate "C", '[\u0300-\u036F]', '', 'g') collate "default", 'NFC'),
      'øłđðıħ', 'olddih'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end
$$;
