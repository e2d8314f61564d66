import * as z from 'zod/mini'
import { id } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

export const systemAdmin = endpoint({
  name: 'roles.systemAdmin',
  method: 'GET',
  path: '/api/base/role/user/{userId}/XX_SYS_/base',
  encoding: 'query',
  access: 'session',
  cache: 'session',
  request: z.object({ userId: id }),
  response: z.boolean(),
})
