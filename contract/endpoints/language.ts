import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { LANGUAGES } from '../limits.ts'
import { endpoint } from '../endpoint.ts'

const segment = text(64, 1)
/** Nested texts, merged into the dictionary unchanged. */
const pack = z.record(z.string(), z.unknown())

export const sharedPack = endpoint({
  name: 'language.sharedPack',
  method: 'GET',
  path: '/common/plugins/common-ph/{version}/lang/{lang}-ph.json',
  encoding: 'query',
  access: 'public',
  rawResponse: true,
  noIntercept: true,
  cache: 'http',
  request: z.object({ version: segment, lang: z.literal(LANGUAGES) }),
  response: pack,
})

export const modulePack = endpoint({
  name: 'language.modulePack',
  method: 'GET',
  path: '/{root}/{code}/lang/{lang}-{appCode}.json',
  encoding: 'query',
  access: 'public',
  rawResponse: true,
  noIntercept: true,
  cache: 'http',
  request: z.object({ root: segment, code: segment, lang: z.literal(LANGUAGES), appCode: segment }),
  response: pack,
})

export const themeCss = endpoint({
  name: 'theme.css',
  method: 'GET',
  path: '/common/plugins/theme/{version}/{theme}.css',
  encoding: 'query',
  access: 'public',
  rawResponse: true,
  noIntercept: true,
  cache: 'http',
  request: z.object({ version: segment, theme: segment }),
  response: z.unknown(),
})
