-- When the person of a session proved who they are, which applications are told (`auth_time` of OpenID Connect). A session that was handed over or switched to has the time of the one it came from.
alter table session add column authenticated_at timestamptz not null default now();
update session set authenticated_at = created_at;

-- The same of the session in which a client was registered: its secret proves the device alone.
alter table user_client add column authenticated_at timestamptz not null default now();
update user_client set authenticated_at = created_at;

-- Where a browser may go after an application signed its user out of the portal (OpenID Connect RP-Initiated Logout 1.0).
alter table oauth_client add column post_logout_redirect_uris text[] not null default '{}';
