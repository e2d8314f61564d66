import * as z from 'zod/mini'
import { flag, text } from '../fields.ts'
import { LANGUAGES } from '../limits.ts'
import { get, postForm } from '../endpoint.ts'

const segment = text(64, 1)
/** Nested texts, merged into the dictionary unchanged. */
const pack = z.record(z.string(), z.unknown())

const files = { access: 'public', rawResponse: true, noIntercept: true, cache: 'http' } as const

export const sharedPack = get({
  ...files,
  name: 'language.sharedPack',
  path: '/common/plugins/common-ph/{version}/lang/{lang}-ph.json',
  request: z.object({ version: segment, lang: z.literal(LANGUAGES) }),
  response: pack,
})

export const modulePack = get({
  ...files,
  name: 'language.modulePack',
  path: '/{root}/{code}/lang/{lang}-{appCode}.json',
  request: z.object({ root: segment, code: segment, lang: z.literal(LANGUAGES), appCode: segment }),
  response: pack,
})

export const themeCss = get({
  ...files,
  name: 'theme.css',
  path: '/common/plugins/theme/{version}/{theme}.css',
  request: z.object({ version: segment, theme: segment }),
  response: z.unknown(),
})

/**
 * Says in which language the person reads the portal, which is that of what the portal writes to them. `chosen`: by the person; otherwise it is the page's, which counts until there is a choice.
 */
export const saveLanguage = postForm({
  name: 'account.saveLanguage',
  path: '/api/uaa/account/language',
  permission: null,
  request: z.object({ language: z.literal(LANGUAGES), chosen: flag }),
})
