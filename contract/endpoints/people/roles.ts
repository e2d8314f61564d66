import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { get } from '../../endpoint.ts'

export const systemAdmin = get({
  name: 'roles.systemAdmin',
  path: '/api/base/role/user/{userId}/XX_SYS_/base',
  permission: null,
  cache: 'session',
  request: z.object({ userId: id }),
  response: z.boolean(),
})
