-- The links of the transaction's person, the oldest first.
create or replace function portal_own_links()
returns table (link_id uuid, user_id uuid, person json, name text, english_name text, host text, linked_at timestamptz, problem text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.link_id, a.user_id, json_build_object('realName', a.real_name, 'englishName', coalesce(a.english_name, '')), u.name, u.english_name,
    (select h.host from unit_host h where h.unit_id = u.unit_id order by h.is_main desc, h.host limit 1), l.linked_at,
    portal_link_problem(l.user_id, a.user_id, u.status)
  from account_link l
  join user_account a on a.user_id = l.other_user_id and a.unit_id = l.other_unit_id
  join unit u on u.unit_id = l.other_unit_id
  where l.unit_id = portal_unit_id() and l.user_id = portal_user_id()
  order by l.linked_at, l.link_id
$$;
