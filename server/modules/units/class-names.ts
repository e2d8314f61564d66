import { sql } from 'drizzle-orm'

/** SQL: the name of a row `c` of class_group, whose grade is the row `g`. */
export const className = sql.raw('g.name || c.name')

/** SQL: its English name. A part without an English name stands there with its Chinese one. */
export const classEnglishName = sql.raw(
  "concat_ws(' ', coalesce(nullif(g.english_name, ''), g.name), coalesce(nullif(c.english_name, ''), c.name))",
)

/** SQL: both names as a JSON object. */
export const classNames = sql`json_build_object('name', ${className}, 'englishName', ${classEnglishName})`
