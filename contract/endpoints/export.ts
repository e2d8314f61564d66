import * as z from 'zod/mini'
import { postForm } from '../endpoint.ts'
import { TABLE_FORM_MAX, TABLE_TITLE_LENGTH } from '../limits.ts'

/**
 * The tables of an HTML text as an .xlsx file for saving, with `title` as its name and its first row. Texts never become formulas, and nothing of the HTML
 * is sent back. A page may post it as a form. Throws 'export.no_table' and 'export.too_large'.
 */
export const tableToSpreadsheet = postForm({
  name: 'export.tableToSpreadsheet',
  path: '/api/base/common/table2xls',
  permission: null,
  rawResponse: true,
  bodyLimit: TABLE_FORM_MAX,
  request: z.object({
    title: z.string().check(z.maxLength(TABLE_TITLE_LENGTH)),
    data: z.string().check(z.maxLength(TABLE_FORM_MAX)),
  }),
  response: z.unknown(),
})

/** The path below a base, the portal's own or a configured one. */
const TABLE_PATH = '/common/table2xls'

/** Where tables are posted to: below a configured base in place of the portal's own. */
export const tableExportAddress = (base: string) => `${base}${TABLE_PATH}`

/** Whether tables may be sent there: a path of the portal, or an https address without user, query and fragment; neither ends with a slash. */
export function isTableExportBase(base: string): boolean {
  if (!/^(https:\/\/[^/?#@\\\s;,'"]+)?(\/[\w.~-]+)*$/.test(base) || base === '') return false
  const address = base.startsWith('/') ? `https://portal${base}` : base
  return URL.canParse(address) && new URL(address).href.replace(/\/$/, '') === address
}
