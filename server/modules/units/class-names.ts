import { sql } from 'drizzle-orm'

/** The name of class c of grade g. */
export const className = sql.raw('g.name || c.name')

/** Its English name; of each part that has none, the other one. */
export const classEnglishName = sql.raw(
  "concat_ws(' ', coalesce(nullif(g.english_name, ''), g.name), coalesce(nullif(c.english_name, ''), c.name))",
)

/** Both, as an object. */
export const classNames = sql`json_build_object('name', ${className}, 'englishName', ${classEnglishName})`
