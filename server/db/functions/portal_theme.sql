-- The theme that the transaction's person sees, and its colour; both null where nobody chose any.
create or replace function portal_theme(out theme text, out theme_color text)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select
    case when own.counts then a.theme else u.default_theme end,
    case when own.counts then a.theme_color else u.default_theme_color end
  from user_account a
  join unit u on u.unit_id = a.unit_id
  cross join lateral (
    select coalesce(a.theme is not null and (u.theme_synced_at is null or a.theme_chosen_at > u.theme_synced_at), false) as counts) own
  where a.user_id = portal_user_id()
$$;
