-- The first run: links with which the operator sets the portal up, and third parties that read for themselves.

-- Codes of set-up links: each works once, and none does when there is an operator. Of no unit, because there is none yet; the application's role cannot
-- read them.
create table setup_code (
  -- SHA-256 of 256 random bits.
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  expires_at timestamptz not null
);
revoke all on setup_code from portal_app;

-- What a third party may do in its own name, without a person (OAuth 2.0 client credentials). One that has such scopes needs no address that people are sent to.
alter table oauth_client
  add column own_scopes text[] not null default '{}' check (cardinality(own_scopes) = 0 or secret_hash is not null),
  drop constraint oauth_client_redirect_uris_check,
  add constraint oauth_client_redirect_uris_check check (cardinality(redirect_uris) > 0 or cardinality(own_scopes) > 0);
