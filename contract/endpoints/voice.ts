import * as z from 'zod/mini'
import { LANGUAGES } from '../limits.ts'
import { text } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

export const token = endpoint({
  name: 'voice.token',
  method: 'GET',
  path: '/api/base/get_ali_token',
  encoding: 'query',
  access: 'session',
  request: z.object({ language: z.literal(LANGUAGES) }),
  response: z.unknown(),
})

export const lookUp = endpoint({
  name: 'voice.lookUp',
  method: 'POST',
  path: '/api/base/find_by_vocabulary',
  encoding: 'form',
  access: 'session',
  request: z.object({ vocabulary: text(500, 1) }),
  response: z.object({ url: z.nullable(z.string()) }),
})
