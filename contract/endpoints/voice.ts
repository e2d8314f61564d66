import * as z from 'zod/mini'
import { LANGUAGES } from '../limits.ts'
import { text } from '../fields.ts'
import { get, postForm } from '../endpoint.ts'

export const token = get({
  name: 'voice.token',
  path: '/api/base/get_ali_token',
  access: 'session',
  permission: null,
  request: z.object({ language: z.literal(LANGUAGES) }),
  response: z.unknown(),
})

export const lookUp = postForm({
  name: 'voice.lookUp',
  path: '/api/base/find_by_vocabulary',
  access: 'session',
  permission: null,
  request: z.object({ vocabulary: text(500, 1) }),
  response: z.object({ url: z.nullable(z.string()) }),
})
