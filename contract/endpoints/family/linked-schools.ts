import * as z from 'zod/mini'
import { id, moment, names, text } from '../../fields.ts'
import { get, postJson } from '../../endpoint.ts'

// Links between a parent's accounts at several schools. What may be called on behalf of a linked account has `linked` (contract/linked-account.ts).

/** Links of one account. */
export const LINKS_MAX = 5
/** Minutes for which a code can be used, once. */
export const LINK_CODE_MINUTES = 15

export const linkedSchool = z.object({
  linkId: id,
  /** The account at the other school. */
  userId: id,
  /** The name that the other school has of the person. */
  person: z.object({ realName: z.string(), englishName: z.string() }),
  /** The school's names, and its address; null where it has none of its own. */
  ...names,
  host: z.nullable(z.string()),
  linkedAt: moment,
  /**
   * Why the link cannot be used now: the other account has a second step and the own one none, has still the password that the school gave, or its school's
   * portal is suspended.
   */
  problem: z.nullable(z.literal(['second_step', 'first_password', 'suspended'])),
})
export type LinkedSchool = z.infer<typeof linkedSchool>

/** The caller's links, the oldest first. */
export const linkedSchools = get({
  name: 'account.links',
  path: '/api/uaa/account/links',
  access: [3],
  permission: null,
  response: z.array(linkedSchool),
})

/** Makes a code that is typed in the portal of the other school. It is in this answer alone, and ends the one before. */
export const createLinkCode = postJson({
  name: 'account.createLinkCode',
  path: '/api/uaa/account/link_code',
  access: [3],
  permission: null,
  response: z.object({ code: z.string(), expiresAt: moment }),
})

/**
 * Links the caller's account with the one that made the code. Throws 'link.code_invalid', 'link.own_school', 'link.already', 'link.limit', and
 * 'login.slow_down' or 'request.rate_limited' after too many wrong codes.
 */
export const link = postJson({
  name: 'account.link',
  path: '/api/uaa/account/link',
  access: [3],
  permission: null,
  /** Hyphens, spaces and the case do not count. */
  request: z.object({ code: text(40) }),
  response: z.array(linkedSchool),
})

/** Removes a link, on both sides. Throws 'link.gone'. */
export const unlink = postJson({
  name: 'account.unlink',
  path: '/api/uaa/account/unlink',
  access: [3],
  permission: null,
  request: z.object({ linkId: id }),
  response: z.array(linkedSchool),
})
