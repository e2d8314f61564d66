-- All lines by which a name is found; Müller is written Mueller as well.
create or replace function portal_search_lines(value text) returns text language sql immutable strict parallel safe as $$
  select case when pg_catalog.normalize(value, 'NFC') collate "C" !~ '[äöüÄÖÜ]' then public.portal_search_name(value)
    else public.portal_search_name(value) || chr(10) || public.portal_search_name(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(
      pg_catalog.lower(pg_catalog.normalize(value, 'NFC')), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')) end
$$;
