import type { ClientConfig } from 'pg'
import { queryOnce } from './database.ts'

const OURS = `n.nspname in ('public', 'portal_jobs')`
const acl = (column: string) => `(select string_agg(a::text, ' ' order by a::text) from unnest(${column}) a)`

/** What makes a database, each a query for a line of text: the catalogue knows no other objects of the portal. */
const KINDS: Readonly<Record<string, string>> = {
  schema: `select concat_ws(' ', nspname, ${acl(`coalesce(nspacl, acldefault('n', nspowner))`)}) from pg_namespace n where ${OURS}`,
  relation: `
    select concat_ws(' ', n.nspname, relname, relkind, relpersistence, relrowsecurity, relforcerowsecurity, relispartition, reloptions,
      pg_get_partkeydef(c.oid), pg_get_expr(relpartbound, c.oid), 'rights', ${acl(`coalesce(relacl, acldefault('r', relowner))`)})
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and relkind <> 'i' and relkind <> 'I'`,
  column: `
    select concat_ws(' ', n.nspname, c.relname, row_number() over (partition by c.oid order by attnum), attname, format_type(atttypid, atttypmod),
      'not null', attnotnull, 'default', pg_get_expr(adbin, adrelid), 'generated', attgenerated, attidentity, 'collation', attcollation::regcollation,
      'storage', attstorage, attcompression, 'rights', ${acl('attacl')})
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = attnum
    where ${OURS} and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped`,
  constraint: `
    select concat_ws(' ', n.nspname, conrelid::regclass, conname, contype, pg_get_constraintdef(c.oid), condeferrable, condeferred, convalidated)
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace where ${OURS}`,
  index: `
    select concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisready, indisclustered, indisreplident)
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS}`,
  policy: `
    select concat_ws(' ', polrelid::regclass, polname, polcmd, polpermissive, polroles::regrole[],
      'using', pg_get_expr(polqual, polrelid), 'check', pg_get_expr(polwithcheck, polrelid)) from pg_policy`,
  trigger: `
    select concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled) from pg_trigger t where not tgisinternal`,
  function: `
    select concat_ws(' ', pg_get_functiondef(p.oid), 'rights', ${acl(`coalesce(proacl, acldefault('f', proowner))`)})
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OURS} and prokind in ('f', 'p')`,
  type: `
    select concat_ws(' ', n.nspname, typname, typtype, (select string_agg(enumlabel, ' ' order by enumsortorder) from pg_enum where enumtypid = t.oid))
    from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${OURS} and typcategory <> 'A'`,
  collation: `
    select to_jsonb(c) - 'oid' - 'collnamespace' - 'collowner' - 'collversion' from pg_collation c
    join pg_namespace n on n.oid = c.collnamespace where ${OURS}`,
  'default rights': `
    select concat_ws(' ', defaclnamespace::regnamespace, defaclobjtype, ${acl('defaclacl')}) from pg_default_acl`,
  comment: `
    select concat_ws(' ', objoid::regclass, objsubid, description) from pg_description
    where classoid = 'pg_class'::regclass and objoid >= 16384`,
  extension: `select concat_ws(' ', extname, extversion) from pg_extension`,
}

/** Every object of the portal's schemas, a line of text each. */
export async function readCatalogue(connection: ClientConfig): Promise<string[]> {
  const lines = await Promise.all(
    Object.entries(KINDS).map(async ([kind, query]) => {
      const rows = await queryOnce(connection, `select line::text from (${query}) as listed (line)`)
      return rows.map(({ line }) => `${kind} ${String(line)}`)
    }),
  )
  return lines.flat().toSorted()
}

/** The rows of every table as JSON, by the table's name; those of the portal's own bookkeeping are left out. */
export async function readRows(connection: ClientConfig): Promise<Record<string, unknown[]>> {
  const tables = await queryOnce(
    connection,
    `select format('%I.%I', n.nspname, relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and relkind = 'r' and relname <> 'portal_migrations' order by 1`,
  )
  const union = tables
    .map(({ name }) => `select '${String(name)}' as name, to_jsonb(t) as line from ${String(name)} t`)
    .join(' union all ')
  const rows = await queryOnce(connection, `select name, line from (${union}) as listed order by name, line::text`)
  const found: Record<string, unknown[]> = Object.fromEntries(tables.map(({ name }) => [String(name), []]))
  for (const { name, line } of rows) found[String(name)]?.push(line)
  return found
}
