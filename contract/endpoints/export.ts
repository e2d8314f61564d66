import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const HTML_TABLE_LIMIT = 20 * 1024 * 1024

export const tableToSpreadsheet = endpoint({
  name: 'export.tableToSpreadsheet',
  method: 'POST',
  path: '/api/base/common/table2xls',
  encoding: 'form',
  access: 'session',
  rawResponse: true,
  bodyLimit: HTML_TABLE_LIMIT,
  request: z.object({
    title: z.string().check(z.maxLength(200)),
    data: z.string().check(z.maxLength(HTML_TABLE_LIMIT)),
  }),
  response: z.unknown(),
})
