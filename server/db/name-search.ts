import { sql, type SQL } from 'drizzle-orm'
import { foldText } from '../../contract/rules/text/fold-text.ts'
import { searchForms, searchName } from '../../contract/rules/text/search-name.ts'

export type NameSearch = NonNullable<ReturnType<typeof nameSearch>>

/** What is typed to find people, pupils or accounts; null for nothing. Every search of people asks this, so that a person is found in all of them by the same words. */
export function nameSearch(typed: string) {
  const text = foldText(typed)
  // ü is typed as v for pinyin.
  const forms = [...new Set([...searchForms(typed), searchName(text.replaceAll('ü', 'v'))])].filter(
    (form) => form !== '',
  )
  if (text === '' || forms.length === 0) return null
  const [letters = ''] = forms
  const has = (column: SQL, parts: readonly string[]) => parts.map((part) => sql`position(${part} in ${column}) > 0`)
  const initials = (row: SQL) => sql`starts_with(${row}.name_initials, ${letters})`
  return {
    /** As login names and numbers are compared. */
    text,
    /** As names are searched. */
    letters,
    /** Whether a row's `search_text` has it: in a name in either language, in its pinyin, or in the login name or number; or it begins the initials. */
    finds: (row: SQL) =>
      anyOf([...has(sql`${row}.search_text`, forms.includes(text) ? forms : [...forms, text]), initials(row)]),
    /** By names alone. */
    findsName: (row: SQL) => anyOf([...has(sql`split_part(${row}.search_text, chr(2), 1)`, forms), initials(row)]),
    /** In a text that is not stored folded, such as the name of a class. */
    isIn: (column: SQL) => anyOf(has(sql`portal_search_lines(${column})`, forms)),
  }
}

const anyOf = (tests: readonly SQL[]) => sql`(${sql.join([...tests], sql` or `)})`
