import * as z from 'zod/mini'
import { id } from '../fields.ts'
import { row } from '../row.ts'

export const systemAdmin = row({
  name: 'roles.systemAdmin',
  method: 'GET',
  path: '/api/base/role/user/{userId}/XX_SYS_/base',
  encoding: 'query',
  access: 'session',
  cache: 'session',
  input: z.object({ userId: id }),
  answer: z.boolean(),
})
