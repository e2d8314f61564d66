-- All lines by which a name is found; Müller is written Mueller as well. With an SQL body, so that pg_dump writes portal_search_name before it: generated
-- columns call it, which a restore could not make otherwise.
create or replace function portal_search_lines(value text) returns text language sql immutable strict parallel safe
return case when pg_catalog.normalize(value, 'NFC') collate "C" !~ '[äöüÄÖÜ]' then public.portal_search_name(value)
    else public.portal_search_name(value) || chr(10) || public.portal_search_name(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(
      pg_catalog.lower(pg_catalog.normalize(value, 'NFC')), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')) end;
