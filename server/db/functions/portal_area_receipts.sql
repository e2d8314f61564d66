-- How far the office's messages are in each school: counts alone, with those who have done a to-do.
create or replace function portal_area_receipts(of_publications uuid[])
returns table (area_publication_id uuid, unit_id uuid, name text, english_name text, state text, recipients integer, read bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.area_publication_id, u.unit_id, u.name, u.english_name, p.state, case when p.state = 'scheduled' then p.expected else p.recipients end,
    case p.kind
      when 'message' then (select count(*) from message_recipient r where r.message_id = p.message_id and r.read_at is not null)
      else (select count(*) from todo t where t.publication_id = p.publication_id and t.closed_at is not null)
    end
  from area_publication o join publication p on p.area_publication_id = o.area_publication_id join unit u on u.unit_id = p.unit_id
  where o.unit_id = portal_unit_id() and o.area_publication_id = any (of_publications)
$$;
