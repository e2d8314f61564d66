-- portal_begin takes what a call needs as one JSON. The one with ten arguments was in no release.
drop function portal_begin(text, bytea, text, text, boolean, boolean, inet, boolean, integer, uuid);
delete from portal_migrations where name = 'functions/portal_begin';
