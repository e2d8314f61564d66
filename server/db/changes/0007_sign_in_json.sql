-- portal_admit and portal_begin_sign_in take their values as one JSON. Those with eighteen and nineteen arguments were in no release.
drop function portal_admit(uuid, uuid, text, bytea, bytea[], integer, bytea, integer, uuid, text, text, bytea, bytea, bytea, integer, integer, integer, boolean);
drop function portal_begin_sign_in(uuid, text, boolean, bytea, bytea, bytea, bytea, bytea, bytea, inet, integer, integer, float8, integer, float8, integer, bytea,
  integer, inet);
delete from portal_migrations where name in ('functions/portal_admit', 'functions/portal_begin_sign_in');
