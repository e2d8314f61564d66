-- The address at which a passkey works: browsers offer it nowhere else (WebAuthn's relying party id), and a unit may have several.

alter table passkey
  -- Lower case, without a port. Null for one of before, until it is used.
  add column host text check (host <> '');
update passkey k set host = (select h.host from unit_host h where h.unit_id = k.unit_id)
  where (select count(*) from unit_host h where h.unit_id = k.unit_id) = 1
    and exists (select from unit_host h where h.unit_id = k.unit_id and h.host not like '<%');
create index on passkey (unit_id, host);
