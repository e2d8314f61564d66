-- What the discovery document of an OpenID provider names, whose accounts are let in where its issuer is for many tenants, and how it takes the secret.

alter table sign_in_provider
  -- As the document named it when the provider was saved; '' unknown.
  add column issuer text not null default '',
  -- Of an issuer with {tenantid}: the tenants whose accounts are let in. None and no any_tenant lets none in.
  add column tenants uuid[] not null default '{}',
  add column any_tenant boolean not null default false,
  add column secret_way text check (secret_way in ('basic', 'body'));
