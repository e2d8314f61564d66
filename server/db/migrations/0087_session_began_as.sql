-- Sessions end with the account by whose credentials they began too. Without an index each closing of an account reads all sessions of all units.
create index session_began_as on session (began_as) where began_as is not null;
