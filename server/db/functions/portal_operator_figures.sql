-- Units with their figures, without the operators' unit. Of one, or of all that fit.
create or replace function portal_operator_figures(of_unit uuid, search text, wanted text)
returns table (unit_id uuid, name text, english_name text, unit_type text, state text, delete_after timestamptz, archived_at timestamptz, created_at timestamptz,
  hosts text[], people bigint, people_limit integer, storage bigint, storage_limit bigint, last_activity timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  perform portal_require_operator();
  return query
  with found as (
    select u.*, case when u.delete_after is not null then 'deleting' when u.archived_at is not null then 'archived'
        when u.status <> 1 then 'suspended' else 'active' end as state,
      array(select h.host from unit_host h where h.unit_id = u.unit_id order by h.is_main desc, h.host) as hosts
    from unit u where u.unit_type <> '0' and (of_unit is null or u.unit_id = of_unit))
  select f.unit_id, f.name, f.english_name, f.unit_type, f.state, f.delete_after, f.archived_at, f.created_at, f.hosts, coalesce(p.people, 0), f.people_limit,
    portal_unit_storage(f.unit_id), f.storage_limit, s.at
  from found f
  left join (select a.unit_id, count(*) as people from user_account a where a.status = 1 group by a.unit_id) p on p.unit_id = f.unit_id
  left join (select o.unit_id, max(o.last_used_at) as at from session o group by o.unit_id) s on s.unit_id = f.unit_id
  where (wanted is null or f.state = wanted)
    and (search = '' or position(search in lower(f.name)) > 0 or position(search in lower(f.english_name)) > 0
      or position(search in array_to_string(f.hosts, ' ')) > 0);
end
$$;
