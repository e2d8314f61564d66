import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { LANGUAGES } from '../limits.ts'
import { row } from '../row.ts'

const segment = text(64, 1)
/** Nested texts; merged into the dictionary as they are. */
const pack = z.record(z.string(), z.unknown())

export const sharedPack = row({
  name: 'language.sharedPack',
  method: 'GET',
  path: '/common/plugins/common-ph/{version}/lang/{lang}-ph.json',
  encoding: 'query',
  access: 'public',
  bare: true,
  noIntercept: true,
  cache: 'http',
  input: z.object({ version: segment, lang: z.literal(LANGUAGES) }),
  answer: pack,
})

export const modulePack = row({
  name: 'language.modulePack',
  method: 'GET',
  path: '/{root}/{code}/lang/{lang}-{appCode}.json',
  encoding: 'query',
  access: 'public',
  bare: true,
  noIntercept: true,
  cache: 'http',
  input: z.object({ root: segment, code: segment, lang: z.literal(LANGUAGES), appCode: segment }),
  answer: pack,
})

export const themeCss = row({
  name: 'theme.css',
  method: 'GET',
  path: '/common/plugins/theme/{version}/{theme}.css',
  encoding: 'query',
  access: 'public',
  bare: true,
  noIntercept: true,
  cache: 'http',
  input: z.object({ version: segment, theme: segment }),
  answer: z.unknown(),
})
