import { gunzipSync } from 'node:zlib'
import { type SQL, sql } from 'drizzle-orm'
import type { TestApp } from '../app/app.ts'
import { runAsOwner } from './session-probe.ts'

const TEXTS = sql`t.table_schema not in ('pg_catalog', 'information_schema') and c.data_type in ('text', 'json', 'jsonb', 'character varying', 'ARRAY', 'bytea')`

/** The table columns, of any schema and type that can hold a text, in which one is found, also packed; `which` chooses others, as `c` of tables `t`. */
export async function placesOf(test: TestApp, text: string, which: SQL = TEXTS): Promise<string[]> {
  const columns = await runAsOwner(
    test,
    sql`select c.table_schema, c.table_name, c.column_name, c.data_type from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name) where t.table_type = 'BASE TABLE' and ${which}`,
  )
  const quote = (name: unknown) => sql.raw(`"${String(name)}"`)
  const looks = columns.map(({ table_schema: schema, table_name: table, column_name: column, data_type: type }) => {
    const found =
      type === 'bytea'
        ? sql`position(convert_to(${text}::text, 'UTF8') in ${quote(column)}) > 0`
        : sql`position(${text}::text in ${quote(column)}::text) > 0`
    return sql`select ${`${String(table)}.${String(column)}`}::text as place where exists (select from ${quote(schema)}.${quote(table)} where ${found})`
  })
  const places = (await runAsOwner(test, sql.join(looks, sql` union `))).map(({ place }) => String(place))
  for (const { table_schema: schema, table_name: table, column_name: column } of columns.filter(
    ({ data_type: type }) => type === 'bytea',
  )) {
    const packed = await runAsOwner(
      test,
      sql`select ${quote(column)} as content from ${quote(schema)}.${quote(table)} where substring(${quote(column)} from 1 for 2) = '\\x1f8b'`,
    )
    if (packed.some(({ content }) => unpack(content).includes(text))) places.push(`${String(table)}.${String(column)}`)
  }
  return [...new Set(places)]
}

/** What is no gzip, though it begins like it, is empty. */
function unpack(content: unknown): string {
  try {
    return Buffer.isBuffer(content) ? gunzipSync(content).toString() : ''
  } catch {
    return ''
  }
}
