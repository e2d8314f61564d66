import * as z from 'zod/mini'
import { postForm } from '../endpoint.ts'

const HTML_TABLE_LIMIT = 20 * 1024 * 1024

export const tableToSpreadsheet = postForm({
  name: 'export.tableToSpreadsheet',
  path: '/api/base/common/table2xls',
  access: 'session',
  permission: null,
  rawResponse: true,
  bodyLimit: HTML_TABLE_LIMIT,
  request: z.object({
    title: z.string().check(z.maxLength(200)),
    data: z.string().check(z.maxLength(HTML_TABLE_LIMIT)),
  }),
  response: z.unknown(),
})
