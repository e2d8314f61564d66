import * as z from 'zod/mini'
import { LANGUAGES } from '../limits.ts'
import { moment, text } from '../fields.ts'
import { get, postForm } from '../endpoint.ts'

/** More than is said in a minute. */
export const VOCABULARY_LENGTH = 500

/**
 * What the page needs to have speech recognised by the unit's service: a token of the service, the key of its project for the language, and the
 * address of its WebSocket. Without a service `token` is null.
 */
export const token = get({
  name: 'voice.token',
  path: '/api/base/get_ali_token',
  permission: null,
  request: z.object({ language: z.literal(LANGUAGES) }),
  response: z.union([
    z.object({ token: z.null() }),
    z.object({ token: z.string(), appKey: z.string(), url: z.string(), expiresAt: moment }),
  ]),
})

/** The address of what was said: a path of the portal, or a page of another site. Null where nothing that the user may open matches. */
export const lookUp = postForm({
  name: 'voice.lookUp',
  path: '/api/base/find_by_vocabulary',
  permission: null,
  request: z.object({ vocabulary: text(VOCABULARY_LENGTH, 1) }),
  response: z.object({ url: z.nullable(z.string()) }),
})
