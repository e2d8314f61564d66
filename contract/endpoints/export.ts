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
  access: 'session',
  permission: null,
  rawResponse: true,
  bodyLimit: TABLE_FORM_MAX,
  request: z.object({
    title: z.string().check(z.maxLength(TABLE_TITLE_LENGTH)),
    data: z.string().check(z.maxLength(TABLE_FORM_MAX)),
  }),
  response: z.unknown(),
})
