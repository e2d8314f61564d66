import * as z from 'zod/mini'
import { LANGUAGES } from '../limits.ts'
import { text } from '../fields.ts'
import { row } from '../row.ts'

export const token = row({
  name: 'voice.token',
  method: 'GET',
  path: '/api/base/get_ali_token',
  encoding: 'query',
  access: 'session',
  input: z.object({ language: z.literal(LANGUAGES) }),
  answer: z.unknown(),
})

export const lookUp = row({
  name: 'voice.lookUp',
  method: 'POST',
  path: '/api/base/find_by_vocabulary',
  encoding: 'form',
  access: 'session',
  input: z.object({ vocabulary: text(500, 1) }),
  answer: z.object({ url: z.nullable(z.string()) }),
})
